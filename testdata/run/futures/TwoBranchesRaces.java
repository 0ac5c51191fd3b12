//@ run: run
package futures;

import harness.Schedule;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Two stages depend on one source and not on each other. */
class TwoBranchesRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<Void> source = CompletableFuture.completedFuture(null);
        CompletableFuture<Void> one = source.thenRunAsync(() -> {
            Schedule.await(1);
            data = 1;         // race[a]
            Schedule.step(2);
            Schedule.await(3);
        }, pool);
        CompletableFuture<Void> other = source.thenRunAsync(() -> {
            Schedule.step(1);
            Schedule.await(2);
            int seen = data;  // race[a]
            Schedule.step(3);
        }, pool);
        CompletableFuture.allOf(one, other).join();
        pool.shutdown();
    }
}
