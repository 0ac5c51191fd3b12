//@ run: run
package futures;

import harness.Schedule;
import java.util.concurrent.CompletableFuture;

/** What comes before supplyAsync happens-before the supplier, and that before the return of join. */
class SupplyAsyncOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        data = 1;
        CompletableFuture<Integer> future = CompletableFuture.supplyAsync(() -> ++data);
        Schedule.expect(future.join() == 2);
        Schedule.expect(data == 2);
    }
}
