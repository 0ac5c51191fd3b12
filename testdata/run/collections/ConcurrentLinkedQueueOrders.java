//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Placing an object into a concurrent collection happens-before its access or removal by another thread. */
class ConcurrentLinkedQueueOrders {
    static final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            queue.add("element");
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(queue.poll() != null);
        Schedule.expect(data == 1);
        writer.join();
    }
}
