//@ run: run
package arrays;

import harness.Schedule;
import java.util.concurrent.CyclicBarrier;

/** The same, but the row of the phase is changed while the other thread reads it. */
class TriangleRaces {
    static final int SIZE = 40;
    static final int[][] rows = new int[SIZE][SIZE];
    static final CyclicBarrier barrier = new CyclicBarrier(2);

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = Schedule.thread(() -> phases(0));
        Thread other = Schedule.thread(() -> phases(1));
        one.start();
        other.start();
        one.join();
        other.join();
    }

    static void phases(int own) throws Exception {
        int sum = 0;
        for (int k = 0; k < SIZE - 1; k++) {
            for (int i = k; i < SIZE; i++) {
                if (own == 0) {
                    rows[k][i] = k;  // race[a]
                } else {
                    sum += rows[k][i];  // race[a]
                }
            }
            barrier.await();
        }
    }
}
