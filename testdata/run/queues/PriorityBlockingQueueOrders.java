//@ run: run
package queues;

import harness.Schedule;
import java.util.concurrent.PriorityBlockingQueue;

/** Putting an element into the queue happens-before taking it out. Only the hand-over connects the two threads. */
class PriorityBlockingQueueOrders {
    static final PriorityBlockingQueue<String> queue = new PriorityBlockingQueue<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = Schedule.thread(() -> {
            data = 1;
            queue.put("element");
        });
        writer.start();
        Schedule.expect(queue.take().equals("element"));
        Schedule.expect(data == 1);
        writer.join();
    }
}
