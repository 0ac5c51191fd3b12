//@ run: run
package spans;

import harness.Schedule;

/** The exception was made before the thread started; the loop only throws it. */
class MadeExceptionAfterAccessRaces {
    static final IllegalStateException made = new IllegalStateException();
    static int before;

    static void fill(int[] data) {
        for (int i = 0; i < 40; i++) {
            data[i] = 1;    // race[b] race[c]
            if (i == 3) {
                throw made;
            }
        }
    }

    static void failing(int[] data) {
        try {
            fill(data);
            Schedule.expect(false);
        } catch (IllegalStateException expected) {
            Schedule.expect(expected == made);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        Thread writer = new Thread(() -> {
            before = 1;     // race[a]
            failing(data);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = before;  // race[a]
        seen += data[0];    // race[b]
        seen += data[3];    // race[c]
        seen += data[4];
        writer.join();
    }
}
