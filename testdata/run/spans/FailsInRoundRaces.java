//@ run: run
package spans;

import harness.Schedule;

/** The loop ends where the second array does: what that round came to before is accessed, what follows is not. */
class FailsInRoundRaces {
    static void fill(int[] first, int[] second, int[] third) {
        for (int i = 0; i < first.length; i++) {
            first[i] = 1;     // race[a] race[b]
            second[i] = 1;    // race[c]
            third[i] = 1;     // race[d]
        }
    }

    static void failing(int[] first, int[] second, int[] third) {
        try {
            fill(first, second, third);
            Schedule.expect(false);
        } catch (ArrayIndexOutOfBoundsException expected) {
            Schedule.expect(first.length > second.length);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Throws once here, so that making the exception loads nothing in the thread.
        failing(new int[2], new int[1], new int[2]);
        int[] first = new int[8];
        int[] second = new int[4];
        int[] third = new int[8];
        Thread writer = new Thread(() -> {
            failing(first, second, third);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = first[0];  // race[a]
        seen += first[4];     // race[b]
        seen += first[5];
        seen += second[3];    // race[c]
        seen += third[3];     // race[d]
        seen += third[4];
        writer.join();
    }
}
