//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.ConcurrentHashMap;

/** Placing an object into a concurrent collection happens-before its access or removal by another thread. */
class ConcurrentHashMapOrders {
    static final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            map.put("key", "value");
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(map.get("key") != null);
        Schedule.expect(data == 1);
        writer.join();
    }
}
