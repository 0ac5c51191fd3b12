//@ run: run
package spans;

import harness.Schedule;

/** The handler of what ended the loop writes to a volatile: the loop is before that. */
class CaughtThenReleasedOrders {
    static volatile int done;

    static void fill(int[] data, int[] shorter) {
        try {
            for (int i = 0; i < data.length; i++) {
                data[i] = 1;
                shorter[i] = 1;
            }
        } catch (ArrayIndexOutOfBoundsException expected) {
            done = 1;
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
        seen += data[4];
        seen += data[0];
        writer.join();
    }
}
