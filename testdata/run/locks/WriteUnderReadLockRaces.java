//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Both hold the read lock at the same time, and one of them writes. */
class WriteUnderReadLockRaces {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            lock.readLock().lock();
            Schedule.await(1);
            data = 1;     // race[a]
            Schedule.step(2);
            Schedule.await(3);
            lock.readLock().unlock();
        });
        writer.start();
        lock.readLock().lock();
        Schedule.step(1);
        Schedule.await(2);
        int seen = data;  // race[a]
        Schedule.step(3);
        lock.readLock().unlock();
        writer.join();
    }
}
