//@ run: run
package futures;

import harness.Schedule;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Each stage of a chain happens-before the next, on whichever thread they run. */
class ThenApplyAsyncOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<Integer> last = CompletableFuture.runAsync(() -> data = 1, pool)
                .thenApplyAsync(nothing -> data += 1, pool)
                .thenApplyAsync(sum -> data += sum, pool);
        Schedule.expect(last.join() == 4);
        Schedule.expect(data == 4);
        pool.shutdown();
    }
}
