//@ run: run
package executors;

import harness.Schedule;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** invokeAny returns the result of a task that has ended, after all of that task. */
class InvokeAnyOrders {
    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<int[]> task = () -> {
            int[] made = new int[1];
            made[0] = 1;
            return made;
        };
        Schedule.expect(pool.invokeAny(List.of(task))[0] == 1);
        pool.shutdown();
    }
}
