//@ run: run
package monitor;

import harness.Schedule;

/** The reader comes after the first of two writes under a lock, and not after the second, made at the same place. */
class TakenInBetweenRaces {
    static final Object lock = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = new Thread(() -> {
            Schedule.await(1);
            synchronized (lock) {
                Schedule.step(2);
            }
            Schedule.await(3);
            int seen = data;      // race[a]
        });
        reader.start();
        for (int i = 0; i < 10; i++) {
            if (i == 9) {
                Schedule.step(1);
                Schedule.await(2);
            }
            synchronized (lock) {
                data = i;         // race[a]
            }
        }
        Schedule.step(3);
        reader.join();
    }
}
