//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.ReentrantLock;

/** A fair lock orders as any other; this one is entered twice. */
class FairLockOrders {
    static final ReentrantLock lock = new ReentrantLock(true);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            lock.lock();
            lock.lock();
            lock.unlock();
            data = 1;
            lock.unlock();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        lock.lock();
        Schedule.expect(data == 1);
        lock.unlock();
        writer.join();
    }
}
