//@ run: run
package spans;

import harness.Schedule;

/** Two loops over one array, the second from where the first ended. */
class TwoLoopsRaces {
    static void fill(int[] data, int middle, int to) {
        int i = 0;
        for (; i < middle; i++) {
            data[i] = 1;     // race[a]
        }
        for (; i < to; i++) {
            data[i] = 2;     // race[b] race[c]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        Thread writer = new Thread(() -> {
            fill(data, 4, 8);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data[3];  // race[a]
        seen += data[4];     // race[b]
        seen += data[7];     // race[c]
        seen += data[8];
        writer.join();
    }
}
