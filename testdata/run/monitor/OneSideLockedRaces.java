//@ run: run
package monitor;

import harness.Schedule;

/** The writer holds the lock and the reader forgets it: an unlock alone orders nothing. */
class OneSideLockedRaces {
    static final Object lock = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            synchronized (lock) {
                data = 1;  // race[a]
            }
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data;   // race[a]
        writer.join();
    }
}
