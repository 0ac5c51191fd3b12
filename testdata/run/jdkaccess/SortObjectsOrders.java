//@ run: run
package jdkaccess;

import harness.Schedule;
import java.util.Arrays;

/** Arrays.sort reads and writes an array of objects. The join orders it after the write. */
class SortObjectsOrders {
    static final String[] data = {"b", "a", "d", "c"};

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[3] = "e";
        });
        writer.start();
        writer.join();
        Arrays.sort(data);
        Schedule.expect(data[0].equals("a"));
    }
}
