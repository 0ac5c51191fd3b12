//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A thousand virtual threads on a few carriers, each with the lock: a virtual thread is not its carrier, and all of
 * them are ordered by the lock alone.
 */
class ManyOrder {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ReentrantLock lock = new ReentrantLock();
        Thread[] threads = new Thread[1000];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(() -> {
                lock.lock();
                try {
                    data++;
                } finally {
                    lock.unlock();
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Schedule.expect(data == 1000);
    }
}
