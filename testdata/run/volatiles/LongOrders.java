//@ run: run
package volatiles;

import harness.Schedule;

/** A volatile long, which takes two slots, orders as any other volatile field. */
class LongOrders {
    static volatile long stamp;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            stamp = 1L << 40;
        });
        writer.start();
        while (stamp == 0) {
            Thread.onSpinWait();
        }
        Schedule.expect(data == 1);
        writer.join();
    }
}
