//@ run: run
package forkjoin;

import harness.Schedule;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/** What comes before the stream happens-before its functions, on whichever thread they run. */
class ParallelStreamSourceOrders {
    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] input = new int[1000];
        for (int i = 0; i < input.length; i++) {
            input[i] = i;
        }
        ForkJoinPool pool = new ForkJoinPool(2);
        int sum = pool.submit(() -> IntStream.range(0, input.length).parallel().map(i -> input[i]).sum()).get();
        Schedule.expect(sum == 499_500);
        pool.shutdown();
    }
}
