//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.StampedLock;

/** Read mode comes after the unlock of write mode. */
class StampedReadOrders {
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
        long stamp = lock.readLock();
        Schedule.expect(data == 1);
        lock.unlockRead(stamp);
        writer.join();
    }
}
