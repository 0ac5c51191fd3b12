//@ run: run
package arrays;

import harness.Schedule;

/** What was written before a lock is taken is not ordered by it. */
class AccessBeforeAcquireRaces {
    static final Object lock = new Object();
    static int taken;
    static final int[] table = new int[400];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> {
            for (int i = 0; i < 400; i++) {
                table[i] = 1;  // race[a]
            }
            Schedule.step(3);
            Schedule.await(4);
            synchronized (lock) {
                taken++;
            }
            Schedule.step(1);
        });
        Thread other = new Thread(() -> {
            Schedule.await(3);
            synchronized (lock) {
                for (int i = 0; i < 400; i++) {
                    table[i] = 2;  // race[a]
                }
            }
            Schedule.step(4);
            Schedule.step(2);
        });
        one.start();
        other.start();
        Schedule.await(2);
        one.join();
        other.join();
    }
}
