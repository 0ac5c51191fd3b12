//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The read comes before the executor is closed. */
class ExecutorRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> future = pool.submit(() -> {
                data = 1;     // race[a]
                Schedule.step(1);
                Schedule.await(2);
            });
            Schedule.await(1);
            int seen = data;  // race[a]
            Schedule.step(2);
        }
    }
}
