//@ run: run
package monitor;

import harness.Schedule;

/** The write follows the unlock that the reader sees, so the lock does not cover it. */
class WriteAfterUnlockRaces {
    static final Object lock = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            synchronized (lock) {
                Schedule.expect(data == 0);
            }
            data = 1;         // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        synchronized (lock) {
            int seen = data;  // race[a]
        }
        writer.join();
    }
}
