//@ run: run
package spans;

import harness.Schedule;

/** Each round reads an element and writes to it. */
class ReadAndWrittenRaces {
    static void increment(int[] data, int count) {
        for (int i = 0; i < count; i++) {
            int old = data[i];  // race[a]
            data[i] = old + 1;  // race[b]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        Thread adding = new Thread(() -> {
            increment(data, 4);
            Schedule.step(1);
        });
        adding.start();
        Schedule.await(1);
        data[3] = 5;            // race[a] race[b]
        data[4] = 5;
        adding.join();
    }
}
