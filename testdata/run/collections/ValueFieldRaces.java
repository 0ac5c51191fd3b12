//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.ConcurrentHashMap;

/** The map is safe, the values in it are not: both threads get the same array and change it. */
class ValueFieldRaces {
    static final ConcurrentHashMap<String, int[]> map = new ConcurrentHashMap<>();

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        map.put("key", new int[1]);
        Schedule.expect(map.get("key")[0] == 0);
        Thread writer = new Thread(() -> {
            map.get("key")[0]++;  // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        map.get("key")[0]++;      // race[a]
        writer.join();
    }
}
