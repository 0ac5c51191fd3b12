//@ run: run
package locations;

import harness.Schedule;

/** Neighbours in an array are different locations, for bytes too. */
class DisjointElements {
    static final byte[] values = new byte[4];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            values[1] = 1;
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        values[2] = 2;
        writer.join();
    }
}
