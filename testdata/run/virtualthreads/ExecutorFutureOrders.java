//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Submission happens-before the task, and the task before the return of get. */
class ExecutorFutureOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        data = 1;
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> future = pool.submit(() -> ++data);
            Schedule.expect(future.get() == 2);
            Schedule.expect(data == 2);
        }
    }
}
