//@ run: run
package spans;

import harness.Schedule;

/** The reader's half begins one element too early. */
class OtherHalfRaces {
    static void fill(int[] data, int from, int to) {
        for (int i = from; i < to; i++) {
            data[i] = 1;     // race[a]
        }
    }

    static int sum(int[] data, int from, int to) {
        int sum = 0;
        for (int i = to - 1; i >= from; i--) {
            sum += data[i];  // race[a]
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
        Schedule.expect(sum(data, 199, 400) == 1);
        writer.join();
    }
}
