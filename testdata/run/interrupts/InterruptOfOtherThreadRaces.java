//@ run: run
package interrupts;

import harness.Schedule;

/** The reader finds an interrupt, but its own, which came before the write. */
class InterruptOfOtherThreadRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread bystander = new Thread(() -> Schedule.await(1));
        Thread reader = new Thread(() -> {
            Schedule.await(1);
            Schedule.expect(Thread.interrupted());
            int seen = data;  // race[a]
        });
        bystander.start();
        reader.start();
        reader.interrupt();
        data = 1;             // race[a]
        bystander.interrupt();
        Schedule.step(1);
        bystander.join();
        reader.join();
    }
}
