//@ run: run
package spans;

import harness.Schedule;

/** Loops without a round access nothing, also where the array is null or another thread writes to it. */
class ZeroRounds {
    static void fill(int[] data, int[] total, int from, int to) {
        for (int i = from; i < to; i++) {
            data[i] = 1;
            total[0] += data[i];
        }
    }

    static void downwards(int[] data, int from, int to) {
        for (int i = from; i > to; i--) {
            data[i] = 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        int[] total = new int[1];
        Thread idle = new Thread(() -> {
            fill(data, total, 3, 3);
            fill(data, total, 5, 2);
            fill(null, null, 0, 0);
            downwards(data, 3, 3);
            downwards(null, 0, 0);
            Schedule.step(1);
        });
        idle.start();
        Schedule.await(1);
        for (int i = 0; i < 8; i++) {
            data[i] = 2;
        }
        total[0] = 2;
        idle.join();
    }
}
