//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.CopyOnWriteArrayList;

/** Placing an object into a concurrent collection happens-before its access or removal by another thread. */
class CopyOnWriteArrayListOrders {
    static final CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            list.add("element");
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(list.get(0) != null);
        Schedule.expect(data == 1);
        writer.join();
    }
}
