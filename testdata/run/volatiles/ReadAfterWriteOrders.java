//@ run: run
package volatiles;

import harness.Schedule;

/** A volatile write happens-before every later read of the same field. */
class ReadAfterWriteOrders {
    static volatile boolean ready;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            ready = true;
        });
        writer.start();
        while (!ready) {
            Thread.onSpinWait();
        }
        Schedule.expect(data == 1);
        writer.join();
    }
}
