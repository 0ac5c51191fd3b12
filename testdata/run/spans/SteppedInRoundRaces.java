//@ run: run
package spans;

import harness.Schedule;

/** The index changes between the two accesses of a round. */
class SteppedInRoundRaces {
    static void fill(int[] first, int[] second, int from, int to) {
        int i = from;
        while (i < to) {
            first[i] = 1;   // race[a] race[b]
            i++;
            second[i] = 1;  // race[c] race[d]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] first = new int[40];
        int[] second = new int[40];
        Thread writer = new Thread(() -> {
            fill(first, second, 2, 4);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = first[1];
        seen += first[2];   // race[a]
        seen += first[3];   // race[b]
        seen += first[4];
        seen += second[2];
        seen += second[3];  // race[c]
        seen += second[4];  // race[d]
        seen += second[5];
        writer.join();
    }
}
