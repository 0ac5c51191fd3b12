//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.ConcurrentLinkedDeque;

/** The write follows the insertion, so finding the element does not order it. */
class ConcurrentLinkedDequeRaces {
    static final ConcurrentLinkedDeque<String> deque = new ConcurrentLinkedDeque<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            deque.addLast("element");
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(deque.pollFirst() != null);
        int seen = data;  // race[a]
        writer.join();
    }
}
