//@ run: run
package timers;

import harness.Schedule;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Every execution of a periodic task happens-before the next one, on whichever worker (ScheduledThreadPoolExecutor).
 */
class PeriodicOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        CountDownLatch latch = new CountDownLatch(50);
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        pool.scheduleAtFixedRate(() -> {
            data++;
            latch.countDown();
        }, 0, 1, TimeUnit.MILLISECONDS);
        latch.await();
        pool.shutdown();
    }
}
