//@ run: run
package interrupts;

import harness.Schedule;

/** A call of isInterrupted that returns false has found no interrupt and orders nothing. */
class NotInterruptedRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(!writer.isInterrupted());
        int seen = data;  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
