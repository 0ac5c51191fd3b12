//@ run: run
package spans;

import harness.Schedule;

/** A division fails when array and index are there already: nothing is stored. */
class FailsBeforeStoreRaces {
    static void fill(int[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i] = 12 / (4 - i);  // race[a]
        }
    }

    static void failing(int[] data) {
        try {
            fill(data);
            Schedule.expect(false);
        } catch (ArithmeticException expected) {
            Schedule.expect(data[3] == 12);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Throws once here, so that making the exception loads nothing in the thread.
        failing(new int[5]);
        int[] data = new int[40];
        Thread writer = new Thread(() -> {
            failing(data);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data[4];
        seen += data[3];             // race[a]
        writer.join();
    }
}
