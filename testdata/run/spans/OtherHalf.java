//@ run: run
package spans;

import harness.Schedule;

/** A thread writes the lower half, another one reads the upper half. */
class OtherHalf {
    static void fill(int[] data, int from, int to) {
        for (int i = from; i < to; i++) {
            data[i] = 1;
        }
    }

    static int sum(int[] data, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += data[i];
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[400];
        Thread writer = new Thread(() -> {
            fill(data, 0, 200);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(sum(data, 200, 400) == 0);
        writer.join();
    }
}
