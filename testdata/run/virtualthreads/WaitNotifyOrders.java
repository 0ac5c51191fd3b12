//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;

/** wait in a virtual thread unlocks and locks again. */
class WaitNotifyOrders {
    static final Object lock = new Object();
    static boolean go;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = Thread.startVirtualThread(() -> {
            synchronized (lock) {
                Schedule.step(1);
                while (!go) {
                    try {
                        lock.wait();
                    } catch (InterruptedException unexpected) {
                        Schedule.expect(false);
                    }
                }
                Schedule.expect(data == 1);
            }
        });
        Schedule.await(1);
        synchronized (lock) {
            data = 1;
            go = true;
            lock.notify();
        }
        reader.join();
    }
}
