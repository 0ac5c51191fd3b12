//@ run: run
package monitor;

import harness.Schedule;

/** The writer holds two locks and the reader one of them, which is enough. */
class OneOfTwoLocksOrders {
    static final Object outer = new Object();
    static final Object inner = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            synchronized (outer) {
                synchronized (inner) {
                    data = 1;
                }
            }
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        synchronized (inner) {
            Schedule.expect(data == 1);
        }
        writer.join();
    }
}
