//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.CopyOnWriteArrayList;

/** The write follows the insertion, so finding the element does not order it. */
class CopyOnWriteArrayListRaces {
    static final CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            list.add("element");
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(list.get(0) != null);
        int seen = data;  // race[a]
        writer.join();
    }
}
