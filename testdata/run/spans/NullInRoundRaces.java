//@ run: run
package spans;

import harness.Schedule;

/** The exception that ends the loop is made by the JVM, and locked while it is; the thread has published nothing. */
class NullInRoundRaces {
    static int count;

    static void fill(int[] data, int[][] rows) {
        for (int i = 0; i < data.length; i++) {
            data[i] = 1;         // race[a]
            rows[i / 3][i] = 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        int[][] rows = {new int[40], null};
        Thread writer = new Thread(() -> {
            count = 1;
            try {
                fill(data, rows);
            } catch (NullPointerException expected) {
                Schedule.step(1);
            }
        });
        writer.start();
        Schedule.await(1);
        int seen = data[3];      // race[a]
        seen += data[4];
        writer.join();
    }
}
