//@ run: run
package spans;

import harness.Schedule;

/** Rounds that are cut short by continue do not come to the second access. */
class ContinueRaces {
    static void fill(int[] first, int[] second) {
        int i = 0;
        while (i < first.length) {
            first[i] = 1;     // race[a]
            i++;
            if (i % 2 == 0) {
                continue;
            }
            second[i] = 1;    // race[b]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] first = new int[8];
        int[] second = new int[9];
        Thread writer = new Thread(() -> {
            fill(first, second);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = first[7];  // race[a]
        seen += second[2];
        seen += second[3];    // race[b]
        seen += second[8];
        writer.join();
    }
}
