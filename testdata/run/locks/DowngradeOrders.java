//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The write lock is downgraded to the read lock; a reader that enters then sees the write. */
class DowngradeOrders {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            lock.writeLock().lock();
            data = 1;
            lock.readLock().lock();
            lock.writeLock().unlock();
            Schedule.step(1);
            Schedule.await(2);
            lock.readLock().unlock();
        });
        writer.start();
        Schedule.await(1);
        lock.readLock().lock();
        Schedule.expect(data == 1);
        lock.readLock().unlock();
        Schedule.step(2);
        writer.join();
    }
}
