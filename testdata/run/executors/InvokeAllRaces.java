//@ run: run
package executors;

import harness.Schedule;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The two tasks of one invokeAll run at the same time. Both meet in the middle, so that no worker runs the two one
 * after the other.
 */
class InvokeAllRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Integer> one = () -> meetAndWrite(1, 2);
        Callable<Integer> other = () -> meetAndWrite(2, 1);
        pool.invokeAll(List.of(one, other));
        pool.shutdown();
    }

    static int meetAndWrite(int mine, int yours) {
        Schedule.step(mine);
        Schedule.await(yours);
        data = mine;  // race[a] race[a]
        return mine;
    }
}
