//@ run: run
package spans;

import harness.Schedule;

/** The array is in a static final field. */
class StaticArrayRaces {
    static final int[] table = new int[40];

    static void fill(int from, int to) {
        for (int i = from; i < to; i++) {
            table[i] = 1;  // race[a] race[b]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            fill(2, 5);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = table[1];
        seen += table[2];  // race[a]
        seen += table[4];  // race[b]
        seen += table[5];
        writer.join();
    }
}
