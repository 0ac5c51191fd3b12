//@ run: run
package queues;

import harness.Schedule;
import java.util.concurrent.LinkedBlockingQueue;

/** The element itself is handed over: its owner changes with the queue, as producers and consumers do it. */
class ElementOrders {
    static final LinkedBlockingQueue<int[]> queue = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = Schedule.thread(() -> {
            int[] made = new int[1];
            made[0] = 1;
            queue.put(made);
        });
        writer.start();
        int[] taken = queue.take();
        Schedule.expect(taken[0] == 1);
        taken[0] = 2;
        writer.join();
    }
}
