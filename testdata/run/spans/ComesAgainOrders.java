//@ run: run
package spans;

import harness.Schedule;

/** Whatever threads did in their parts of an array, again and again, is over when they are joined or locked out. */
class ComesAgainOrders {
    static final Object lock = new Object();

    static void add(int[] data, int from, int to) {
        for (int i = from; i < to; i++) {
            data[i] += i;
        }
    }

    static void sum(int[] data, int[] into) {
        int sum = 0;
        for (int i = 0; i < data.length; i++) {
            sum += data[i];
        }
        into[0] = sum;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[96];
        int[] sum = new int[1];
        Thread[] threads = new Thread[3];
        for (int t = 0; t < 3; t++) {
            int from = 32 * t;
            threads[t] = new Thread(() -> {
                for (int round = 0; round < 40; round++) {
                    synchronized (lock) {
                        add(data, from, from + 32);
                        if (round % 16 == 15) {
                            sum(data, sum);
                        }
                    }
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        sum(data, sum);
        add(data, 0, 96);
    }
}
