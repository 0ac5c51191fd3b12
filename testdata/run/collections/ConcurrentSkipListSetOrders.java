//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.ConcurrentSkipListSet;

/** Placing an object into a concurrent collection happens-before its access or removal by another thread. */
class ConcurrentSkipListSetOrders {
    static final ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            set.add("element");
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(set.contains("element"));
        Schedule.expect(data == 1);
        writer.join();
    }
}
