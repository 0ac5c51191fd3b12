//@ run: run
package spans;

import harness.Schedule;

/** The exception that ends the loop leaves a synchronized block, and the reader takes no lock. */
class ThrownThroughLockRaces {
    static final Object lock = new Object();

    static void fill(int[] data, int[] shorter) {
        synchronized (lock) {
            for (int i = 0; i < data.length; i++) {
                data[i] = 1;  // race[a]
                shorter[i] = 1;
            }
        }
    }

    static void failing(int[] data, int[] shorter) {
        try {
            fill(data, shorter);
            Schedule.expect(false);
        } catch (ArrayIndexOutOfBoundsException expected) {
            Schedule.expect(shorter.length < data.length);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Throws once here, so that making the exception loads nothing in the thread.
        failing(new int[2], new int[1]);
        int[] data = new int[40];
        Thread writer = new Thread(() -> {
            failing(data, new int[4]);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen;
        seen = data[4];       // race[a]
        writer.join();
    }
}
