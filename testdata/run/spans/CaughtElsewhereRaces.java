//@ run: run
package spans;

import harness.Schedule;

/** The handler is for an exception after the loop, too, which is told of once. */
class CaughtElsewhereRaces {
    static void fill(int[] data, int count) {
        try {
            for (int i = 0; i < count; i++) {
                data[i] = 1;                // race[a]
            }
            data[data.length - count] = 2;  // race[b]
            data[data.length] = 3;
        } catch (ArrayIndexOutOfBoundsException expected) {
            data[data.length - 1] = 4;      // race[c]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Throws once here, so that making the exception loads nothing in the thread.
        fill(new int[2], 1);
        int[] data = new int[8];
        Thread writer = new Thread(() -> {
            fill(data, 2);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data[1];                 // race[a]
        seen += data[2];
        seen += data[6];                    // race[b]
        seen += data[7];                    // race[c]
        writer.join();
    }
}
