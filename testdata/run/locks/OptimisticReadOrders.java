//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.StampedLock;

/**
 * A validated optimistic read is ordered after the last unlock of write mode (StampedLock, memory synchronization).
 */
class OptimisticReadOrders {
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
        long stamp = lock.tryOptimisticRead();
        int seen = data;
        Schedule.expect(lock.validate(stamp));
        Schedule.expect(seen == 1);
        writer.join();
    }
}
