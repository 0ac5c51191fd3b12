//@ run: run
package spans;

import harness.Schedule;

/** The loop goes down and ends where the array does: at a negative index, which is no element. */
class FailsDownwardsRaces {
    static void fill(int[] first, int[] second, int from) {
        for (int i = from; ; i--) {
            first[i + 2] = 1;  // race[a] race[b]
            second[i] = 1;     // race[c]
        }
    }

    static void failing(int[] first, int[] second, int from) {
        try {
            fill(first, second, from);
        } catch (ArrayIndexOutOfBoundsException expected) {
            Schedule.expect(first.length > from);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Throws once here, so that making the exception loads nothing in the thread.
        failing(new int[4], new int[4], 1);
        int[] first = new int[40];
        int[] second = new int[40];
        Thread writer = new Thread(() -> {
            failing(first, second, 3);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = first[0];
        seen += first[1];      // race[a]
        seen += first[5];      // race[b]
        seen += first[6];
        seen += second[0];     // race[c]
        seen += second[4];
        writer.join();
    }
}
