//@ run: run
package monitor;

import harness.Schedule;

/** The accesses stand outside of the blocks: an unlock publishes all that came before it, and a lock receives it. */
class EmptyBlockOrders {
    static final Object lock = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            synchronized (lock) {
            }
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        synchronized (lock) {
        }
        Schedule.expect(data == 1);
        writer.join();
    }
}
