//@ run: run
package executors;

import harness.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Tasks of a single-threaded executor run one after the other, so the get of the last one is ordered after all of them.
 */
class SingleThreadOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        for (int i = 0; i < 3; i++) {
            pool.execute(() -> data++);
        }
        pool.submit(() -> data++).get();
        Schedule.expect(data == 4);
        pool.shutdown();
    }
}
