//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.Semaphore;

/** One permit works as a lock. */
class SemaphoreAsLockOrders {
    static final Semaphore semaphore = new Semaphore(1);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            semaphore.acquireUninterruptibly();
            data++;
            semaphore.release();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        semaphore.acquire();
        data++;
        Schedule.expect(data == 2);
        semaphore.release();
        writer.join();
    }
}
