//@ run: run
package waiting;

import harness.Schedule;

/**
 * The waiting thread never leaves its block before the reader enters one: only the unlock inside of wait orders the
 * write.
 */
class WaitReleasesOrders {
    static final Object lock = new Object();
    static boolean go;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = Schedule.thread(() -> {
            synchronized (lock) {
                data = 1;
                Schedule.step(1);
                while (!go) {
                    lock.wait();
                }
            }
        });
        writer.start();
        Schedule.await(1);
        synchronized (lock) {
            Schedule.expect(data == 1);
            go = true;
            lock.notify();
        }
        writer.join();
    }
}
