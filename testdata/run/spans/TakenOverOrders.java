//@ run: run
package spans;

import harness.Schedule;

/** Parts of an array go from thread to thread, each of which comes to them again and again. */
class TakenOverOrders {
    static void add(double[] data, int from, int to) {
        for (int i = to - 1; i >= from; i--) {
            data[i] += 1.0;
        }
    }

    static Thread worker(double[] data, int from, int to, Object lock) {
        return new Thread(() -> {
            for (int round = 0; round < 30; round++) {
                add(data, from, to);
                synchronized (lock) {
                    data[0]++;
                }
            }
        });
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        double[] data = new double[129];
        Object lock = new Object();
        for (int turn = 0; turn < 6; turn++) {
            int middle = 33 + 13 * turn;
            Thread low = worker(data, 1, middle, lock);
            Thread high = worker(data, middle, data.length, lock);
            low.start();
            high.start();
            low.join();
            high.join();
            for (int i = 0; i < data.length; i++) {
                data[i] -= 0.5;
            }
        }
    }
}
