//@ run: run
package futures;

import harness.Schedule;
import java.util.concurrent.CompletableFuture;

/** The write follows the completion. */
class WriteAfterCompleteRaces {
    static final CompletableFuture<String> future = new CompletableFuture<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            future.complete("done");
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.expect(future.get().equals("done"));
        Schedule.await(1);
        int seen = data;  // race[a]
        writer.join();
    }
}
