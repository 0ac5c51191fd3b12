//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.ReentrantLock;

/** The reader synchronises on the lock object instead of locking it: its monitor is another lock. */
class MonitorOfLockRaces {
    static final ReentrantLock lock = new ReentrantLock();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        lock.lock();
        lock.unlock();
        Thread writer = new Thread(() -> {
            lock.lock();
            data = 1;         // race[a]
            lock.unlock();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        synchronized (lock) {
            int seen = data;  // race[a]
        }
        writer.join();
    }
}
