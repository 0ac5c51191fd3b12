//@ run: run
package futures;

import harness.Schedule;
import java.util.concurrent.CompletableFuture;

/** All sources happen-before the return of join on their allOf. */
class AllOfOrders {
    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[2];
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> data[0] = 1);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> data[1] = 2);
        CompletableFuture.allOf(one, other).join();
        Schedule.expect(data[0] + data[1] == 3);
    }
}
