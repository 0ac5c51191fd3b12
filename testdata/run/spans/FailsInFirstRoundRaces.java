//@ run: run
package spans;

import harness.Schedule;

/** The array of the second access is null: the first one has been made once. */
class FailsInFirstRoundRaces {
    static void fill(int[] first, int[] second) {
        for (int i = 2; i < first.length; i++) {
            first[i] = 1;  // race[a]
            second[i] = 1;
        }
    }

    static void failing(int[] first) {
        try {
            fill(first, null);
            Schedule.expect(false);
        } catch (NullPointerException expected) {
            Schedule.expect(first.length > 2);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Throws once here, so that making the exception loads nothing in the thread.
        failing(new int[3]);
        int[] first = new int[40];
        Thread writer = new Thread(() -> {
            failing(first);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = first[1];
        seen += first[2];  // race[a]
        seen += first[3];
        writer.join();
    }
}
