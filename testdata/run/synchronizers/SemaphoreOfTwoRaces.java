//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.Semaphore;

/** With two permits both threads are inside at the same time: neither has released before the other acquires. */
class SemaphoreOfTwoRaces {
    static final Semaphore semaphore = new Semaphore(2);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            semaphore.acquireUninterruptibly();
            Schedule.await(1);
            data = 1;     // race[a]
            Schedule.step(2);
            Schedule.await(3);
            semaphore.release();
        });
        writer.start();
        semaphore.acquire();
        Schedule.step(1);
        Schedule.await(2);
        int seen = data;  // race[a]
        Schedule.step(3);
        semaphore.release();
        writer.join();
    }
}
