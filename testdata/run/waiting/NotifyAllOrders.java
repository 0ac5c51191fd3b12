//@ run: run
package waiting;

import harness.Schedule;

/** Two threads wait and one notifyAll wakes both: each locks again after the unlock that follows the write. */
class NotifyAllOrders {
    static final Object lock = new Object();
    static boolean go;
    static int data;

    static void waitAndRead(int step) throws InterruptedException {
        synchronized (lock) {
            Schedule.step(step);
            while (!go) {
                lock.wait();
            }
        }
        Schedule.expect(data == 1);
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = Schedule.thread(() -> waitAndRead(1));
        Thread other = Schedule.thread(() -> waitAndRead(2));
        one.start();
        other.start();
        Schedule.await(1);
        Schedule.await(2);
        synchronized (lock) {
            data = 1;
            go = true;
            lock.notifyAll();
        }
        one.join();
        other.join();
    }
}
