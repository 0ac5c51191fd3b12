//@ run: run
package timers;

import harness.Schedule;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The periodic task runs on while the other thread reads: no count-down stands between. */
class PeriodicRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        ScheduledFuture<?> future = pool.scheduleWithFixedDelay(() -> {
            data++;       // race[a]
            Schedule.step(1);
            Schedule.await(2);
        }, 0, 1, TimeUnit.MINUTES);
        Schedule.await(1);
        int seen = data;  // race[a]
        Schedule.step(2);
        future.cancel(false);
        pool.shutdown();
    }
}
