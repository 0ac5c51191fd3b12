//@ run: run
package volatiles;

import harness.Schedule;

/** A volatile double of an object orders as any other volatile field. */
class InstanceDoubleOrders {
    volatile double stamp;
    int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        InstanceDoubleOrders shared = new InstanceDoubleOrders();
        Thread writer = new Thread(() -> {
            shared.data = 1;
            shared.stamp = 0.5;
        });
        writer.start();
        while (shared.stamp == 0) {
            Thread.onSpinWait();
        }
        Schedule.expect(shared.data == 1);
        writer.join();
    }
}
