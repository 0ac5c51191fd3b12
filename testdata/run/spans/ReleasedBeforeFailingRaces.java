//@ run: run
package spans;

import harness.Schedule;

/** The volatile is written before the loop that ends with an exception. */
class ReleasedBeforeFailingRaces {
    static volatile int done;

    static void fill(int[] data, int[] shorter) {
        try {
            done = 1;
            for (int i = 0; i < data.length; i++) {
                data[i] = 1;  // race[a]
                shorter[i] = 1;
            }
        } catch (ArrayIndexOutOfBoundsException expected) {
            shorter[0] = 2;
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Throws once here, so that making the exception loads nothing in the thread.
        fill(new int[2], new int[1]);
        int[] data = new int[40];
        Thread writer = new Thread(() -> {
            fill(data, new int[4]);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = done;
        seen += data[4];      // race[a]
        seen += data[5];
        writer.join();
    }
}
