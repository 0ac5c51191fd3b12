//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Closing the executor waits for its tasks, and comes after all of them. */
class ExecutorCloseOrders {
    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[10];
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < data.length; i++) {
                int index = i;
                pool.submit(() -> data[index] = 1);
            }
        }
        int sum = 0;
        for (int i = 0; i < data.length; i++) {
            sum += data[i];
        }
        Schedule.expect(sum == data.length);
    }
}
