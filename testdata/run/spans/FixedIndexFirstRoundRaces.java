//@ run: run
package spans;

import harness.Schedule;

/** The first round fails after the access to the one element, or before it. */
class FixedIndexFirstRoundRaces {
    static void sum(int[] before, int[] data, int[] after) {
        for (int i = 0; i < 4; i++) {
            before[1]++;  // race[a]
            after[1] += data[i];
        }
    }

    static void failing(int[] before, int[] data, int[] after) {
        try {
            sum(before, data, after);
            Schedule.expect(false);
        } catch (ArrayIndexOutOfBoundsException expected) {
            Schedule.expect(before[1] == 1);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Throws once here, so that making the exception loads nothing in the thread.
        failing(new int[2], new int[0], new int[2]);
        int[] before = new int[2];
        int[] after = new int[2];
        Thread adding = new Thread(() -> {
            failing(before, new int[0], after);
            Schedule.step(1);
        });
        adding.start();
        Schedule.await(1);
        before[1] = 2;    // race[a]
        before[0] = 2;
        after[0] = 3;
        adding.join();
    }
}
