//@ run: run
package volatiles;

import harness.Schedule;

/** The elements are written before the volatile write of the reference and read after its read. */
class ArrayReferenceOrders {
    static volatile int[] data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            int[] fresh = new int[1];
            fresh[0] = 1;
            data = fresh;
        });
        writer.start();
        while (data == null) {
            Thread.onSpinWait();
        }
        Schedule.expect(data[0] == 1);
        writer.join();
    }
}
