//@ run: run
package spans;

import harness.Schedule;

/** A break between two accesses: that round has made the first of them only. */
class BreakRaces {
    static void fill(int[] first, int[] second, int last) {
        for (int i = 0; i < first.length; i++) {
            first[i] = 1;     // race[a]
            if (i == last) {
                break;
            }
            second[i] = 1;    // race[b]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] first = new int[40];
        int[] second = new int[40];
        Thread writer = new Thread(() -> {
            fill(first, second, 4);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = first[4];  // race[a]
        seen += first[5];
        seen += second[3];    // race[b]
        seen += second[4];
        writer.join();
    }
}
