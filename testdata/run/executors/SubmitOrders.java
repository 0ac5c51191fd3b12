//@ run: run
package executors;

import harness.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What comes before the submission of a task happens-before its execution. */
class SubmitOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        data = 1;
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> done = pool.submit(() -> Schedule.expect(data == 1));
        done.get();
        pool.shutdown();
    }
}
