//@ run: run
package executors;

import harness.Schedule;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A completion service hands finished tasks out through a queue. */
class CompletionServiceOrders {
    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletionService<int[]> service = new ExecutorCompletionService<>(pool);
        service.submit(() -> {
            int[] made = new int[1];
            made[0] = 1;
            return made;
        });
        Schedule.expect(service.take().get()[0] == 1);
        pool.shutdown();
    }
}
