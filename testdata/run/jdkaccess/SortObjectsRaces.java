//@ run: run
package jdkaccess;

import harness.Schedule;
import java.util.Arrays;

/**
 * Arrays.sort reads and writes an array of objects. Nothing orders it after the write; the place of the access is the
 * call.
 */
class SortObjectsRaces {
    static final String[] data = {"b", "a", "d", "c"};

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[3] = "e";  // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        writer.start();
        Schedule.await(1);
        Arrays.sort(data);  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
