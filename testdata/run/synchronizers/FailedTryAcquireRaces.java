//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.Semaphore;

/** A tryAcquire that gets no permit orders nothing. */
class FailedTryAcquireRaces {
    static final Semaphore semaphore = new Semaphore(0);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            Schedule.step(1);
            Schedule.await(2);
            semaphore.release();
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(!semaphore.tryAcquire());
        int seen = data;  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
