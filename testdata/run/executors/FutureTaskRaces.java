//@ run: run
package executors;

import harness.Schedule;
import java.util.concurrent.FutureTask;

/** The thread goes on after the task has ended; get orders the task alone. */
class FutureTaskRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        FutureTask<Integer> task = new FutureTask<>(() -> 1);
        Thread writer = new Thread(() -> {
            task.run();
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        task.get();
        Schedule.await(1);
        int seen = data;  // race[a]
        writer.join();
    }
}
