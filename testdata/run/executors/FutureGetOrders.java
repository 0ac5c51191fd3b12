//@ run: run
package executors;

import harness.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** All of a task happens-before the return of get on its future. */
class FutureGetOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> done = pool.submit(() -> {
            data = 1;
        });
        done.get();
        Schedule.expect(data == 1);
        pool.shutdown();
    }
}
