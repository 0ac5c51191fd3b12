//@ run: run
package spans;

import harness.Schedule;

/** A loop that tests last makes its first round in any case. */
class DoWhileRaces {
    static void fill(int[] data, int from, int to) {
        int i = from;
        do {
            data[i] = 1;  // race[a] race[b]
            i++;
        } while (i < to);
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        Thread writer = new Thread(() -> {
            fill(data, 2, 0);
            fill(data, 4, 6);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data[1];
        seen += data[2];  // race[a]
        seen += data[3];
        seen += data[5];  // race[b]
        seen += data[6];
        writer.join();
    }
}
