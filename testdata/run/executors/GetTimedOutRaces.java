//@ run: run
package executors;

import harness.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The get ends by its time limit: the task has not ended, and nothing is ordered. */
class GetTimedOutRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> done = pool.submit(() -> {
            data = 1;         // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        Schedule.await(1);
        try {
            done.get(1, TimeUnit.MILLISECONDS);
            Schedule.expect(false);
        } catch (TimeoutException expected) {
            int seen = data;  // race[a]
        }
        Schedule.step(2);
        done.get();
        pool.shutdown();
    }
}
