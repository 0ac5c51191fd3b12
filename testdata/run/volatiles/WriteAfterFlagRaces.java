//@ run: run
package volatiles;

import harness.Schedule;

/** The write comes after the volatile write that the reader sees. */
class WriteAfterFlagRaces {
    static volatile boolean ready;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            ready = true;
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        while (!ready) {
            Thread.onSpinWait();
        }
        Schedule.await(1);
        int seen = data;  // race[a]
        writer.join();
    }
}
