//@ run: run
package spans;

import harness.Schedule;
import java.util.Random;

/** Blocks of an array, each under a lock of its own: threads come to theirs again and again, and now and then to others'. */
class BlocksUnderLocksOrders {
    static final int BLOCKS = 8;
    static final int LENGTH = 40;
    static final Object[] locks = new Object[BLOCKS];
    static final int[] data = new int[BLOCKS * LENGTH];

    static void add(int from, int to) {
        for (int i = from; i < to; i++) {
            data[i] += i;
        }
    }

    static int sum(int from, int to) {
        int sum = 0;
        for (int i = to - 1; i >= from; i--) {
            sum += data[i];
        }
        return sum;
    }

    static void work(int id) {
        Random random = new Random(id);
        int block = id;
        for (int round = 0; round < 3000; round++) {
            block = random.nextInt(30) == 0 ? random.nextInt(BLOCKS) : block;
            int at = random.nextInt(20) == 0 ? random.nextInt(BLOCKS) : block;
            synchronized (locks[at]) {
                int from = at * LENGTH + random.nextInt(4);
                int to = (at + 1) * LENGTH - random.nextInt(4);
                if (random.nextInt(3) == 0) {
                    sum(from, to);
                } else {
                    add(from, to);
                }
                if (random.nextInt(5) == 0) {
                    data[at * LENGTH + random.nextInt(LENGTH)]++;
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        for (int i = 0; i < BLOCKS; i++) {
            locks[i] = new Object();
        }
        Thread[] threads = new Thread[6];
        for (int t = 0; t < threads.length; t++) {
            int id = t;
            threads[t] = new Thread(() -> work(id));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
