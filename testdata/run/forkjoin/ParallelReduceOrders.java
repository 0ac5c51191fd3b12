//@ run: run
package forkjoin;

import harness.Schedule;
import java.util.stream.IntStream;

/** Partial results are handed from thread to thread on their way to the sum. */
class ParallelReduceOrders {
    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] total = IntStream.range(0, 1000).parallel().collect(
                () -> new int[1], (sum, i) -> sum[0] += i, (a, b) -> a[0] += b[0]);
        Schedule.expect(total[0] == 499_500);
    }
}
