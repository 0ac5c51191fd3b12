//@ run: run
package queues;

import harness.Schedule;
import java.util.concurrent.SynchronousQueue;

/** The write follows the put, so taking the element does not order it. */
class SynchronousQueueRaces {
    static final SynchronousQueue<String> queue = new SynchronousQueue<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = Schedule.thread(() -> {
            queue.put("element");
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.expect(queue.take().equals("element"));
        Schedule.await(1);
        int seen = data;  // race[a]
        writer.join();
    }
}
