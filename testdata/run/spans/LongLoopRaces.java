//@ run: run
package spans;

import harness.Schedule;

/** The loop runs long enough to be compiled while it runs. */
class LongLoopRaces {
    static void fill(int[] data, int from, int to) {
        for (int i = from; i < to; i++) {
            data[i] = i;        // race[a] race[b]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[200_000];
        Thread writer = new Thread(() -> {
            for (int from = 0; from < 1000; from++) {
                fill(data, from + 10, from + 20);
            }
            fill(data, 1029, 199_000);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data[9];
        seen += data[10];       // race[a]
        seen += data[198_999];  // race[b]
        seen += data[199_000];
        writer.join();
    }
}
