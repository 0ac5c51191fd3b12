//@ run: run
package monitor;

import harness.Schedule;

/** Two exits after two entries leave the monitor free, and the write comes after both. */
class ReentrantRaces {
    static final Object lock = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            synchronized (lock) {
                synchronized (lock) {
                    Schedule.expect(data == 0);
                }
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
