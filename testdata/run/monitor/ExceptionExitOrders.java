//@ run: run
package monitor;

import harness.Schedule;

/** An exception that leaves a block unlocks the monitor as the end of the block does. */
class ExceptionExitOrders {
    static final Object lock = new Object();
    static int data;

    static void writeAndThrow() {
        synchronized (lock) {
            data = 1;
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            try {
                writeAndThrow();
            } catch (IllegalStateException expected) {
                Schedule.step(1);
            }
        });
        writer.start();
        Schedule.await(1);
        synchronized (lock) {
            Schedule.expect(data == 1);
        }
        writer.join();
    }
}
