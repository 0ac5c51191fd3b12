//@ run: run
package forkjoin;

import harness.Schedule;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/**
 * Two elements of a parallel stream are handled at the same time; the meeting makes sure that it is on two threads.
 */
class ParallelStreamRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.submit(() -> IntStream.range(0, 2).parallel().forEach(i -> meetAndWrite(i))).get();
        pool.shutdown();
    }

    static void meetAndWrite(int element) {
        Schedule.step(1 + element);
        Schedule.await(2 - element);
        data = element;  // race[a] race[a]
    }
}
