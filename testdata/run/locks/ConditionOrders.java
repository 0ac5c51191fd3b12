//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Awaiting a condition unlocks and locks again, which orders the data in both directions. */
class ConditionOrders {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static boolean go;
    static int before;
    static int after;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread waiter = Schedule.thread(() -> {
            lock.lock();
            before = 1;
            Schedule.step(1);
            while (!go) {
                condition.await();
            }
            Schedule.expect(after == 1);
            lock.unlock();
        });
        waiter.start();
        Schedule.await(1);
        lock.lock();
        Schedule.expect(before == 1);
        after = 1;
        go = true;
        condition.signal();
        lock.unlock();
        waiter.join();
    }
}
