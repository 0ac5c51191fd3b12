//@ run: run
package waiting;

import harness.Schedule;

/** A timed wait unlocks as a plain one does, which is all that orders the write before the read. */
class TimedWaitReleasesOrders {
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
                    lock.wait(1, 1);
                }
            }
        });
        writer.start();
        Schedule.await(1);
        synchronized (lock) {
            Schedule.expect(data == 1);
            go = true;
        }
        writer.join();
    }
}
