//@ run: run
package monitor;

import harness.Schedule;

/** The reader locks before the writer does: the order of two critical sections goes one way only. */
class LockBeforeUnlockRaces {
    static final Object lock = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            Schedule.await(1);
            data = 1;     // race[a]
            synchronized (lock) {
                Schedule.step(2);
            }
        });
        writer.start();
        synchronized (lock) {
            Schedule.step(1);
        }
        Schedule.await(2);
        int seen = data;  // race[a]
        writer.join();
    }
}
