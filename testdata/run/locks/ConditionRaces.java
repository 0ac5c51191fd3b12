//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The write follows the unlock after the signal. */
class ConditionRaces {
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
                condition.await();
            }
            lock.unlock();
            Schedule.await(2);
            int seen = data;  // race[a]
        });
        waiter.start();
        Schedule.await(1);
        lock.lock();
        go = true;
        condition.signal();
        lock.unlock();
        data = 1;             // race[a]
        Schedule.step(2);
        waiter.join();
    }
}
