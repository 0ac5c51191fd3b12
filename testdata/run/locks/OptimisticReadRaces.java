//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.StampedLock;

/**
 * A writer comes between the stamp and its validation. The validation fails and the program throws the value away, but
 * the read was a race: there is no guarantee for what it has seen.
 */
class OptimisticReadRaces {
    static final StampedLock lock = new StampedLock();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            Schedule.await(1);
            long stamp = lock.writeLock();
            data = 1;     // race[a]
            Schedule.step(2);
            Schedule.await(3);
            lock.unlockWrite(stamp);
        });
        writer.start();
        long stamp = lock.tryOptimisticRead();
        Schedule.step(1);
        Schedule.await(2);
        int seen = data;  // race[a]
        Schedule.expect(!lock.validate(stamp));
        Schedule.step(3);
        writer.join();
    }
}
