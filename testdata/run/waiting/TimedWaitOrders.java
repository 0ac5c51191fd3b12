//@ run: run
package waiting;

import harness.Schedule;

/** No notify: the wait ends by its time limit and locks again, which orders it after the last unlock. */
class TimedWaitOrders {
    static final Object lock = new Object();
    static boolean go;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = Schedule.thread(() -> {
            synchronized (lock) {
                Schedule.step(1);
                while (!go) {
                    lock.wait(1);
                }
                Schedule.expect(data == 1);
            }
        });
        reader.start();
        Schedule.await(1);
        synchronized (lock) {
            data = 1;
            go = true;
        }
        reader.join();
    }
}
