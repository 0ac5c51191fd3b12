//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.ReentrantLock;

/** A tryLock that succeeds is a lock. */
class TryLockOrders {
    static final ReentrantLock lock = new ReentrantLock();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            lock.lock();
            try {
                data = 1;
            } finally {
                lock.unlock();
            }
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(lock.tryLock());
        Schedule.expect(data == 1);
        lock.unlock();
        writer.join();
    }
}
