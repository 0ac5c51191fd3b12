//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The writer waits until the readers have unlocked, and is ordered after their reads. */
class ReadThenWriteLockOrders {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = new Thread(() -> {
            lock.readLock().lock();
            Schedule.expect(data == 0);
            lock.readLock().unlock();
            Schedule.step(1);
        });
        reader.start();
        Schedule.await(1);
        lock.writeLock().lock();
        data = 1;
        lock.writeLock().unlock();
        reader.join();
    }
}
