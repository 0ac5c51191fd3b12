//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.ConcurrentHashMap;

/** The first thread only looks the key up: reading a map publishes nothing to those who put into it later. */
class GetThenPutRaces {
    static final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        map.put("key", "old");
        Schedule.expect(map.get("key") != null);
        Thread writer = new Thread(() -> {
            data = 1;  // race[a]
            Schedule.expect(map.get("key") != null);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        map.put("key", "new");
        data = 2;      // race[a]
        writer.join();
    }
}
