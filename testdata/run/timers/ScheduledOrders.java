//@ run: run
package timers;

import harness.Schedule;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** What comes before the scheduling happens-before the task, and the task before the return of get. */
class ScheduledOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        data = 1;
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        ScheduledFuture<Integer> future = pool.schedule(() -> ++data, 1, TimeUnit.MILLISECONDS);
        Schedule.expect(future.get() == 2);
        Schedule.expect(data == 2);
        pool.shutdown();
    }
}
