//@ run: run
package queues;

import harness.Schedule;
import java.util.concurrent.LinkedBlockingQueue;

/** Putting an element into the queue happens-before taking it out. Only the hand-over connects the two threads. */
class LinkedBlockingQueueOrders {
    static final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
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
