//@ run: run
package executors;

import harness.Schedule;
import java.util.concurrent.FutureTask;

/** A FutureTask that a plain thread runs orders its get like that of a pool. */
class FutureTaskOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        FutureTask<Integer> task = new FutureTask<>(() -> data = 1);
        Thread writer = new Thread(() -> {
            task.run();
            Schedule.await(1);
        });
        writer.start();
        task.get();
        Schedule.expect(data == 1);
        Schedule.step(1);
        writer.join();
    }
}
