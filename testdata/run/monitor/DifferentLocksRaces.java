//@ run: run
package monitor;

import harness.Schedule;

/** Both sides hold a lock, but not the same one: no unlock precedes a lock of the same object. */
class DifferentLocksRaces {
    static final Object one = new Object();
    static final Object other = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            synchronized (one) {
                data = 1;     // race[a]
            }
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        synchronized (other) {
            int seen = data;  // race[a]
        }
        writer.join();
    }
}
