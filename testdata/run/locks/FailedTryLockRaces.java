//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.ReentrantLock;

/** A tryLock that fails orders nothing, and the reader goes on without the lock. */
class FailedTryLockRaces {
    static final ReentrantLock lock = new ReentrantLock();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            lock.lock();
            data = 1;     // race[a]
            Schedule.step(1);
            Schedule.await(2);
            lock.unlock();
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(!lock.tryLock());
        int seen = data;  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
