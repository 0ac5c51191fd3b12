//@ run: run
package futures;

import harness.Schedule;
import java.util.concurrent.CompletableFuture;

/** The read comes before the join. */
class ReadBeforeJoinRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        CompletableFuture<Void> future = CompletableFuture.runAsync(() -> {
            data = 1;     // race[a]
            Schedule.step(1);
        });
        Schedule.await(1);
        int seen = data;  // race[a]
        future.join();
    }
}
