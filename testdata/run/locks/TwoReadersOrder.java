//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Two readers hold the read lock at the same time; a writer comes after both. */
class TwoReadersOrder {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int data;

    static void read(int mine, int yours) {
        lock.readLock().lock();
        Schedule.step(mine);
        Schedule.await(yours);
        Schedule.expect(data == 0);
        lock.readLock().unlock();
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> read(1, 2));
        Thread other = new Thread(() -> read(2, 1));
        one.start();
        other.start();
        Schedule.await(1);
        Schedule.await(2);
        lock.writeLock().lock();
        data = 1;
        lock.writeLock().unlock();
        one.join();
        other.join();
    }
}
