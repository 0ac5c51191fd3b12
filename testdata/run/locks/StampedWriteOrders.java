//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.StampedLock;

/** Write mode excludes and orders. */
class StampedWriteOrders {
    static final StampedLock lock = new StampedLock();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            long stamp = lock.writeLock();
            data = 1;
            lock.unlockWrite(stamp);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        long stamp = lock.writeLock();
        Schedule.expect(data == 1);
        lock.unlockWrite(stamp);
        writer.join();
    }
}
