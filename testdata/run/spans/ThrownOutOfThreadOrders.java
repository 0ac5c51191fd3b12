//@ run: run
package spans;

import harness.Schedule;

/** The exception that ends the loop ends the thread, which is joined. */
class ThrownOutOfThreadOrders {
    static void fill(int[] data, int[] shorter) {
        for (int i = 0; i < data.length; i++) {
            data[i] = 1;
            shorter[i] = 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        Thread writer = new Thread(() -> fill(data, new int[4]));
        writer.setUncaughtExceptionHandler((thread, thrown) -> Schedule.expect(thread == writer));
        writer.start();
        writer.join();
        int seen = data[0];
        seen += data[4];
        seen += data[5];
    }
}
