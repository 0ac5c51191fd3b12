//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.CopyOnWriteArraySet;

/** The write follows the insertion, so finding the element does not order it. */
class CopyOnWriteArraySetRaces {
    static final CopyOnWriteArraySet<String> set = new CopyOnWriteArraySet<>();
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
