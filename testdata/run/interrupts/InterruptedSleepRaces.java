//@ run: run
package interrupts;

import harness.Schedule;

/** The write follows the interrupt that ends the sleep. */
class InterruptedSleepRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = new Thread(() -> {
            try {
                Thread.sleep(60_000);
                Schedule.expect(false);
            } catch (InterruptedException interrupted) {
                Schedule.await(1);
                int seen = data;  // race[a]
            }
        });
        reader.start();
        reader.interrupt();
        data = 1;                 // race[a]
        Schedule.step(1);
        reader.join();
    }
}
