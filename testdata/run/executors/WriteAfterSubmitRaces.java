//@ run: run
package executors;

import harness.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The write follows the submission of the task that reads. */
class WriteAfterSubmitRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> done = pool.submit(() -> {
            Schedule.await(1);
            int seen = data;  // race[a]
        });
        data = 1;             // race[a]
        Schedule.step(1);
        done.get();
        pool.shutdown();
    }
}
