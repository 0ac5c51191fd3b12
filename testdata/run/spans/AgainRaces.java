//@ run: run
package spans;

import harness.Schedule;

/** The same loop over more of the array, and over another array in between. */
class AgainRaces {
    static void fill(int[] data, int from, int to) {
        for (int i = from; i < to; i++) {
            data[i] = 1;   // race[a] race[b] race[c] race[d]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        int[] other = new int[40];
        Thread writer = new Thread(() -> {
            fill(data, 2, 4);
            fill(data, 2, 6);
            fill(other, 2, 10);
            fill(data, 8, 10);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data[1];
        seen += data[2];   // race[a]
        seen += data[5];   // race[b]
        seen += data[6];
        seen += data[7];
        seen += data[9];   // race[c]
        seen += data[10];
        seen += other[9];  // race[d]
        writer.join();
    }
}
