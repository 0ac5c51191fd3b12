//@ run: run
package futures;

import harness.Schedule;
import java.util.concurrent.CompletableFuture;

/** The future was complete before: the second completion changes nothing and publishes nothing. */
class SecondCompleteRaces {
    static final CompletableFuture<String> future = new CompletableFuture<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        future.complete("first");
        Schedule.expect(!future.complete("second"));
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            Schedule.expect(!future.complete("second"));
            Schedule.step(1);
            Schedule.await(2);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(future.join().equals("first"));
        int seen = data;  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
