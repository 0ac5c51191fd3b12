//@ run: run
package timers;

import harness.Schedule;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The write follows the scheduling, however long the delay. */
class ScheduledRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        ScheduledFuture<?> future = pool.schedule(() -> {
            Schedule.await(1);
            int seen = data;  // race[a]
        }, 1, TimeUnit.MILLISECONDS);
        data = 1;             // race[a]
        Schedule.step(1);
        future.get();
        pool.shutdown();
    }
}
