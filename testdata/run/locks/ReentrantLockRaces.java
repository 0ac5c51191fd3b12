//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.ReentrantLock;

/** The write follows the unlock. */
class ReentrantLockRaces {
    static final ReentrantLock lock = new ReentrantLock();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            lock.lock();
            lock.unlock();
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        lock.lock();
        int seen = data;  // race[a]
        lock.unlock();
        writer.join();
    }
}
