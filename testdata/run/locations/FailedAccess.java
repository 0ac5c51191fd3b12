//@ run: run
package locations;

import harness.Schedule;

/** An index out of bounds and a null reference are no accesses. */
class FailedAccess {
    static final int[] values = new int[2];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            try {
                values[2] = 1;
            } catch (ArrayIndexOutOfBoundsException expected) {
                Schedule.step(1);
            }
        });
        writer.start();
        Schedule.await(1);
        try {
            int seen = values[2];
        } catch (ArrayIndexOutOfBoundsException expected) {
            Schedule.expect(values.length == 2);
        }
        writer.join();
    }
}
