//@ run: run
package executors;

import harness.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Two tasks of one pool, submitted one after the other: each is ordered after its submission, neither after the other.
 */
class TwoTasksRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> one = pool.submit(() -> {
            Schedule.await(1);
            data = 1;         // race[a]
            Schedule.step(2);
            Schedule.await(3);
        });
        Future<?> other = pool.submit(() -> {
            Schedule.step(1);
            Schedule.await(2);
            int seen = data;  // race[a]
            Schedule.step(3);
        });
        one.get();
        other.get();
        pool.shutdown();
    }
}
