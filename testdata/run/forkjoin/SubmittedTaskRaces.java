//@ run: run
package forkjoin;

import harness.Schedule;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** A thread outside of the pool reads before it joins the task that it has submitted. */
class SubmittedTaskRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ForkJoinPool pool = new ForkJoinPool(2);
        ForkJoinTask<?> task = pool.submit(() -> {
            data = 1;     // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        Schedule.await(1);
        int seen = data;  // race[a]
        Schedule.step(2);
        task.join();
        pool.shutdown();
    }
}
