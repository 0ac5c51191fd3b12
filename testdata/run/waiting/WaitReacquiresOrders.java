//@ run: run
package waiting;

import harness.Schedule;

/** The reader entered its block before the write: only the lock at the end of wait orders the two. */
class WaitReacquiresOrders {
    static final Object lock = new Object();
    static boolean go;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = Schedule.thread(() -> {
            synchronized (lock) {
                Schedule.step(1);
                while (!go) {
                    lock.wait();
                }
                Schedule.expect(data == 1);
            }
        });
        reader.start();
        Schedule.await(1);
        synchronized (lock) {
            data = 1;
            go = true;
            lock.notify();
        }
        reader.join();
    }
}
