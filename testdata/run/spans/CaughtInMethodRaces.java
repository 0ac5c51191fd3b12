//@ run: run
package spans;

import harness.Schedule;

/** The loop's own method catches the exception that ends it. */
class CaughtInMethodRaces {
    static int fill(int[] data, int[] other) {
        int i = 0;
        try {
            for (; i < data.length; i++) {
                data[i] = 1;   // race[a]
                other[i] = 1;  // race[b]
            }
        } catch (ArrayIndexOutOfBoundsException expected) {
            return i;
        }
        return -1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Throws once here, so that making the exception loads nothing in the thread.
        Schedule.expect(fill(new int[2], new int[1]) == 1);
        int[] data = new int[40];
        int[] other = new int[4];
        Thread writer = new Thread(() -> {
            Schedule.expect(fill(data, other) == 4);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data[4];    // race[a]
        seen += data[5];
        seen += other[3];      // race[b]
        writer.join();
    }
}
