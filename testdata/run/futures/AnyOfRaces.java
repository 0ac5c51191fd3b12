//@ run: run
package futures;

import harness.Schedule;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Only one of two sources has ended when join on their anyOf returns, and only that one is ordered. */
class AnyOfRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<Void> late = CompletableFuture.runAsync(() -> {
            data = 1;     // race[a]
            Schedule.step(1);
            Schedule.await(2);
        }, pool);
        CompletableFuture<Void> soon = CompletableFuture.runAsync(() -> Schedule.await(1), pool);
        CompletableFuture.anyOf(late, soon).join();
        int seen = data;  // race[a]
        Schedule.step(2);
        late.join();
        pool.shutdown();
    }
}
