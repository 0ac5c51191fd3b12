//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.ConcurrentSkipListSet;

/** The write follows the insertion, so finding the element does not order it. */
class ConcurrentSkipListSetRaces {
    static final ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            set.add("element");
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(set.contains("element"));
        int seen = data;  // race[a]
        writer.join();
    }
}
