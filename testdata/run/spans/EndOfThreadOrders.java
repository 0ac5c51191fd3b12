//@ run: run
package spans;

import harness.Schedule;

/** The loop is the last that the thread does. */
class EndOfThreadOrders {
    static void fill(int[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i] = 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[400];
        Thread writer = new Thread(() -> fill(data));
        writer.start();
        writer.join();
        fill(data);
    }
}
