//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** No signal: the await ends by its time limit and locks again. */
class ConditionTimedOrders {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static boolean go;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread waiter = Schedule.thread(() -> {
            lock.lock();
            Schedule.step(1);
            while (!go) {
                condition.await(1, TimeUnit.MILLISECONDS);
            }
            Schedule.expect(data == 1);
            lock.unlock();
        });
        waiter.start();
        Schedule.await(1);
        lock.lock();
        data = 1;
        go = true;
        lock.unlock();
        waiter.join();
    }
}
