//@ run: run
package spans;

import harness.Schedule;

/** The elements left and right of the index, up to the last ones on both sides. */
class NeighboursRaces {
    static int sum(int[] data, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += data[i - 1];  // race[a] race[b]
            sum += data[i + 1];  // race[c] race[d]
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        Thread reader = new Thread(() -> {
            Schedule.expect(sum(data, 2, 4) == 0);
            Schedule.step(1);
        });
        reader.start();
        Schedule.await(1);
        data[0] = 1;
        data[1] = 1;             // race[a]
        data[2] = 1;             // race[b]
        data[3] = 1;             // race[c]
        data[4] = 1;             // race[d]
        data[5] = 1;
        reader.join();
    }
}
