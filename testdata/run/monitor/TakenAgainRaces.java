//@ run: run
package monitor;

import harness.Schedule;

/** A thread that takes the same lock again and again, with nobody in between, and a reader that does not take it. */
class TakenAgainRaces {
    static final Object lock = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = new Thread(() -> {
            Schedule.await(1);
            int seen = data;      // race[a]
        });
        reader.start();
        for (int i = 0; i < 10; i++) {
            synchronized (lock) {
                data = i;         // race[a]
            }
        }
        Schedule.step(1);
        reader.join();
    }
}
