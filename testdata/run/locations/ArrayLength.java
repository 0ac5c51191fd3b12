//@ run: run
package locations;

import harness.Schedule;

/** The length of an array never changes: reading it is no access. */
class ArrayLength {
    static final int[] values = new int[2];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            values[0] = 1;
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int length = values.length;
        writer.join();
    }
}
