//@ run: run
package spans;

import harness.Schedule;

/** The exception that ends the loop ends the thread; the reader does not wait for that. */
class ThrownOutOfThreadRaces {
    static void fill(int[] data, int[] shorter) {
        for (int i = 0; i < data.length; i++) {
            data[i] = 1;     // race[a]
            shorter[i] = 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        Thread writer = new Thread(() -> fill(data, new int[4]));
        writer.setUncaughtExceptionHandler((thread, thrown) -> Schedule.step(1));
        writer.start();
        Schedule.await(1);
        int seen = data[4];  // race[a]
        seen += data[5];
        writer.join();
    }
}
