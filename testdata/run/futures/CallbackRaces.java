//@ run: run
package futures;

import harness.Schedule;
import java.util.concurrent.CompletableFuture;

/** The write follows the registration of the callback, which runs in the thread that completes. */
class CallbackRaces {
    static final CompletableFuture<String> future = new CompletableFuture<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread completer = new Thread(() -> {
            Schedule.await(1);
            future.complete("done");
        });
        completer.start();
        CompletableFuture<Void> after = future.thenAccept(text -> {
            int seen = data;  // race[a]
            Schedule.step(2);
        });
        data = 1;             // race[a]
        Schedule.step(1);
        Schedule.await(2);
        after.join();
        completer.join();
    }
}
