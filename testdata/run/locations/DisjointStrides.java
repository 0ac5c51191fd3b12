//@ run: run
package locations;

import harness.Schedule;

/** One thread has the even elements and the other the odd ones. */
class DisjointStrides {
    static final int[] values = new int[16];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            for (int i = 0; i < values.length; i += 2) {
                values[i] = 1;
            }
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        for (int i = 1; i < values.length; i += 2) {
            values[i] = 2;
        }
        writer.join();
    }
}
