//@ run: run
package executors;

import harness.Schedule;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A get that throws what the task threw is ordered after the task too. */
class FailedTaskOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> done = pool.submit(() -> {
            data = 1;
            throw new IllegalStateException();
        });
        try {
            done.get();
            Schedule.expect(false);
        } catch (ExecutionException expected) {
            Schedule.expect(data == 1);
        }
        pool.shutdown();
    }
}
