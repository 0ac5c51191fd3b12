//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;
import java.util.concurrent.SynchronousQueue;

/** Two virtual threads hand an array over through a queue that makes both of them park. */
class HandOverOrders {
    public static void main(String[] args) throws Exception {
        Schedule.begin();
        SynchronousQueue<int[]> queue = new SynchronousQueue<>();
        Thread producer = Thread.startVirtualThread(() -> {
            try {
                int[] made = new int[1];
                made[0] = 1;
                queue.put(made);
            } catch (InterruptedException unexpected) {
                Schedule.expect(false);
            }
        });
        Thread consumer = Thread.startVirtualThread(() -> {
            try {
                Schedule.expect(queue.take()[0] == 1);
            } catch (InterruptedException unexpected) {
                Schedule.expect(false);
            }
        });
        producer.join();
        consumer.join();
    }
}
