//@ run: run
package futures;

import harness.Schedule;
import java.util.concurrent.CompletableFuture;

/** The callback runs in the thread that completes the future, and sees what came before its registration. */
class CallbackOrders {
    static final CompletableFuture<String> future = new CompletableFuture<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread completer = new Thread(() -> {
            Schedule.await(1);
            future.complete("done");
        });
        completer.start();
        data = 1;
        CompletableFuture<Void> after = future.thenAccept(text -> Schedule.expect(data == 1));
        Schedule.step(1);
        after.join();
        completer.join();
    }
}
