//@ run: run
package executors;

import harness.Schedule;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** invokeAll returns when all tasks have ended, after all of each. */
class InvokeAllOrders {
    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[2];
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Integer> one = () -> data[0] = 1;
        Callable<Integer> other = () -> data[1] = 1;
        pool.invokeAll(List.of(one, other));
        Schedule.expect(data[0] == 1);
        Schedule.expect(data[1] == 1);
        pool.shutdown();
    }
}
