//@ run: run
package executors;

import harness.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The read comes before the get. */
class ReadBeforeGetRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> done = pool.submit(() -> {
            data = 1;     // race[a]
            Schedule.step(1);
        });
        Schedule.await(1);
        int seen = data;  // race[a]
        done.get();
        pool.shutdown();
    }
}
