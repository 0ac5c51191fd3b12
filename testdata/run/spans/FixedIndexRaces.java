//@ run: run
package spans;

import harness.Schedule;

/** One element is added to in each round. */
class FixedIndexRaces {
    static void sum(int[] data, int[] total, int at) {
        for (int i = 0; i < data.length; i++) {
            total[at] += data[i];  // race[a] race[b]
            total[at + 2]++;       // race[c]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = {1, 2, 3, 4};
        int[] total = new int[40];
        Thread adding = new Thread(() -> {
            sum(data, total, 2);
            Schedule.step(1);
        });
        adding.start();
        Schedule.await(1);
        int seen = total[1];
        seen += total[2];          // race[a]
        seen += total[3];
        seen += total[4];          // race[c]
        data[3] = 5;               // race[b]
        seen += total[5];
        adding.join();
    }
}
