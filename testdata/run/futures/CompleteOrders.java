//@ run: run
package futures;

import harness.Schedule;
import java.util.concurrent.CompletableFuture;

/** Completing a future happens-before the return of a get or join on it. */
class CompleteOrders {
    static final CompletableFuture<String> future = new CompletableFuture<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            future.complete("done");
        });
        writer.start();
        Schedule.expect(future.get().equals("done"));
        Schedule.expect(data == 1);
        writer.join();
    }
}
