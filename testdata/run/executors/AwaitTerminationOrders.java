//@ run: run
package executors;

import harness.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A pool that has terminated has run its tasks: the workers leave under the lock that awaitTermination takes. */
class AwaitTerminationOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> data = 1);
        pool.shutdown();
        Schedule.expect(pool.awaitTermination(1, TimeUnit.MINUTES));
        Schedule.expect(data == 1);
    }
}
