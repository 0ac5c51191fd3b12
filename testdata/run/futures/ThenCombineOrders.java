//@ run: run
package futures;

import harness.Schedule;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Both sources happen-before the function that combines them. */
class ThenCombineOrders {
    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[2];
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> data[0] = 1, pool);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> data[1] = 2, pool);
        Schedule.expect(one.thenCombineAsync(other, (nothing, more) -> data[0] + data[1], pool).join() == 3);
        pool.shutdown();
    }
}
