//@ run: run
package spans;

import harness.Schedule;

/** The same, where the loop's own method catches the exception. */
class CaughtAfterAccessRaces {
    static int before;

    static void fill(int[] data) {
        try {
            before = 1;       // race[a]
            for (int i = 0; i < 40; i++) {
                data[i] = 1;  // race[b] race[c]
            }
        } catch (ArrayIndexOutOfBoundsException expected) {
            Schedule.expect(data.length < 40);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Throws once here, so that making the exception loads nothing in the thread.
        fill(new int[1]);
        int[] data = new int[4];
        Thread writer = new Thread(() -> {
            fill(data);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = before;    // race[a]
        seen += data[0];      // race[b]
        seen += data[3];      // race[c]
        writer.join();
    }
}
