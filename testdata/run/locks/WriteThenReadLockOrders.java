//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Unlocking the write lock happens-before a later lock of the read lock. */
class WriteThenReadLockOrders {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            lock.writeLock().lock();
            data = 1;
            lock.writeLock().unlock();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        lock.readLock().lock();
        Schedule.expect(data == 1);
        lock.readLock().unlock();
        writer.join();
    }
}
