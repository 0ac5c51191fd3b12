//@ run: run
package monitor;

import harness.Schedule;

/**
 * The unlock of the writer happens-before the later lock of the same object by the reader; nothing else orders the two.
 */
class BlockOrders {
    static final Object lock = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            synchronized (lock) {
                data = 1;
            }
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        synchronized (lock) {
            Schedule.expect(data == 1);
        }
        writer.join();
    }
}
