//@ run: run
package arrays;

import harness.Schedule;
import java.util.concurrent.CyclicBarrier;

/** In each phase the rest of every row is read and written; a barrier is between phases. */
class TriangleOrders {
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
        Schedule.expect(rows[SIZE - 1][SIZE - 1] == SIZE - 1);
    }

    static void phases(int own) throws Exception {
        for (int k = 0; k < SIZE - 1; k++) {
            for (int j = k + 1 + (own + k) % 2; j < SIZE; j += 2) {
                for (int i = k + 1; i < SIZE; i++) {
                    rows[j][i] += rows[k][i] - rows[k][i] + 1;
                }
            }
            barrier.await();
        }
    }
}
