//@ run: run
package monitor;

import harness.Schedule;

/**
 * The write follows the inner exit of a monitor that was entered twice; the outer exit is the unlock that publishes it.
 */
class ReentrantOrders {
    static final Object lock = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            synchronized (lock) {
                synchronized (lock) {
                    Schedule.expect(data == 0);
                }
                data = 1;
            }
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        synchronized (lock) {
            synchronized (lock) {
                Schedule.expect(data == 1);
            }
        }
        writer.join();
    }
}
