//@ run: run
package interrupts;

import harness.Schedule;

/** The write follows the interrupt. */
class WriteAfterInterruptRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = new Thread(() -> {
            while (!Thread.interrupted()) {
                Thread.onSpinWait();
            }
            Schedule.await(1);
            int seen = data;  // race[a]
        });
        reader.start();
        reader.interrupt();
        data = 1;             // race[a]
        Schedule.step(1);
        reader.join();
    }
}
