//@ run: run
package spans;

import harness.Schedule;

/**
 * The loop is the first in the program that uses a class of the library: the thread loads it in the middle of the
 * loop.
 */
class FirstUseInLoopRaces {
    static int before;

    static void fill(int[] data, int from, int to) {
        for (int i = from; i < to; i++) {
            data[i] = StrictMath.max(i, 3);  // race[b] race[c]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        Thread writer = new Thread(() -> {
            before = 1;                      // race[a]
            fill(data, 2, 5);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = before;                   // race[a]
        seen += data[1];
        seen += data[2];                     // race[b]
        seen += data[4];                     // race[c]
        seen += data[5];
        writer.join();
    }
}
