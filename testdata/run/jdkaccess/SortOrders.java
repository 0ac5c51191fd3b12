//@ run: run
package jdkaccess;

import harness.Schedule;
import java.util.Arrays;

/** Arrays.sort reads and writes the array. The join orders it after the write. */
class SortOrders {
    static final int[] data = new int[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[3] = 1;
        });
        writer.start();
        writer.join();
        Arrays.sort(data);
        Schedule.expect(data[7] == 1);
    }
}
