//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Placing an object into a concurrent collection happens-before its access or removal by another thread. */
class ConcurrentLinkedDequeOrders {
    static final ConcurrentLinkedDeque<String> deque = new ConcurrentLinkedDeque<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            deque.addLast("element");
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(deque.pollFirst() != null);
        Schedule.expect(data == 1);
        writer.join();
    }
}
