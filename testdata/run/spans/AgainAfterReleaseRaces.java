//@ run: run
package spans;

import harness.Schedule;

/** The loop runs before a volatile is written and once more after it: what it did last is not ordered. */
class AgainAfterReleaseRaces {
    static volatile int done;

    static void fill(int[] data, int to) {
        for (int i = 0; i < to; i++) {
            data[i] = 1;  // race[a]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        Thread writer = new Thread(() -> {
            fill(data, 8);
            done = 1;
            fill(data, 4);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = done;
        seen += data[3];  // race[a]
        seen += data[4];
        writer.join();
    }
}
