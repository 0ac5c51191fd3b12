//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.ConcurrentHashMap;

/** computeIfAbsent runs the function once, and everyone who gets the value is ordered after it. */
class ComputeIfAbsentOrders {
    static final ConcurrentHashMap<String, int[]> map = new ConcurrentHashMap<>();

    static int[] get() {
        return map.computeIfAbsent("key", key -> make());
    }

    static int[] make() {
        int[] made = new int[1];
        made[0] = 1;
        return made;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Schedule.expect(get()[0] == 1);
        map.clear();
        Thread one = new Thread(() -> {
            Schedule.expect(get()[0] == 1);
            Schedule.step(1);
        });
        one.start();
        Schedule.await(1);
        Schedule.expect(get()[0] == 1);
        one.join();
    }
}
