//@ run: run
package interrupts;

import harness.Schedule;

/** The interrupt happens-before the InterruptedException of wait. The writer never takes the lock. */
class InterruptedWaitOrders {
    static final Object lock = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = new Thread(() -> {
            try {
                synchronized (lock) {
                    while (true) {
                        lock.wait();
                    }
                }
            } catch (InterruptedException interrupted) {
                Schedule.expect(data == 1);
            }
        });
        reader.start();
        data = 1;
        reader.interrupt();
        reader.join();
    }
}
