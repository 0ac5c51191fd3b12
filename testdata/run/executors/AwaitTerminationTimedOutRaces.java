//@ run: run
package executors;

import harness.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The pool has not terminated when awaitTermination gives up. */
class AwaitTerminationTimedOutRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> {
            data = 1;     // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        Schedule.await(1);
        pool.shutdown();
        Schedule.expect(!pool.awaitTermination(1, TimeUnit.MILLISECONDS));
        int seen = data;  // race[a]
        Schedule.step(2);
    }
}
