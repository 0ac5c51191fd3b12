//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The write follows the insertion, so finding the element does not order it. */
class ConcurrentLinkedQueueRaces {
    static final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            queue.add("element");
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(queue.poll() != null);
        int seen = data;  // race[a]
        writer.join();
    }
}
