//@ run: run
package executors;

import harness.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What comes before execute happens-before the task, for a worker that waits already too. */
class ExecuteOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> Schedule.step(1));
        Schedule.await(1);
        data = 1;
        pool.execute(() -> {
            Schedule.expect(data == 1);
            Schedule.step(2);
        });
        Schedule.await(2);
        pool.shutdown();
    }
}
