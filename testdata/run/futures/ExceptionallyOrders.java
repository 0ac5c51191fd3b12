//@ run: run
package futures;

import harness.Schedule;
import java.util.concurrent.CompletableFuture;

/** A stage that fails happens-before the one that handles the failure. */
class ExceptionallyOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        CompletableFuture<Integer> future = CompletableFuture.<Integer>supplyAsync(() -> {
            data = 1;
            throw new IllegalStateException();
        }).exceptionally(thrown -> data);
        Schedule.expect(future.join() == 1);
        Schedule.expect(data == 1);
    }
}
