//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.StampedLock;

/** Both are in read mode at the same time, and one of them writes. */
class StampedReadRaces {
    static final StampedLock lock = new StampedLock();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            long stamp = lock.readLock();
            Schedule.await(1);
            data = 1;     // race[a]
            Schedule.step(2);
            Schedule.await(3);
            lock.unlockRead(stamp);
        });
        writer.start();
        long stamp = lock.readLock();
        Schedule.step(1);
        Schedule.await(2);
        int seen = data;  // race[a]
        Schedule.step(3);
        lock.unlockRead(stamp);
        writer.join();
    }
}
