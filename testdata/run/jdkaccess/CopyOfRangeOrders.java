//@ run: run
package jdkaccess;

import harness.Schedule;
import java.util.Arrays;

/** Arrays.copyOfRange reads the elements of the range. The join orders it after the write. */
class CopyOfRangeOrders {
    static final int[] data = new int[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[3] = 1;
        });
        writer.start();
        writer.join();
        int[] copy = Arrays.copyOfRange(data, 2, 6);
        Schedule.expect(copy[1] == 1);
    }
}
