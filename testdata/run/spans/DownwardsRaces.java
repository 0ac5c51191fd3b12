//@ run: run
package spans;

import harness.Schedule;

/** The index goes down, from the first element that is accessed to the last. */
class DownwardsRaces {
    static void fill(int[] data, int from, int to) {
        for (int i = from; i >= to; i--) {
            data[i] = 1;  // race[a] race[b]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        Thread writer = new Thread(() -> {
            fill(data, 7, 3);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data[2];
        seen += data[3];  // race[a]
        seen += data[7];  // race[b]
        seen += data[8];
        writer.join();
    }
}
