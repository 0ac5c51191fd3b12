//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.ConcurrentSkipListMap;

/** The write follows the insertion, so finding the element does not order it. */
class ConcurrentSkipListMapRaces {
    static final ConcurrentSkipListMap<String, String> map = new ConcurrentSkipListMap<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            map.put("key", "value");
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(map.get("key") != null);
        int seen = data;  // race[a]
        writer.join();
    }
}
