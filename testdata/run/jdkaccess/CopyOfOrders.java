//@ run: run
package jdkaccess;

import harness.Schedule;
import java.util.Arrays;

/** Arrays.copyOf reads every element. The join orders it after the write. */
class CopyOfOrders {
    static final int[] data = new int[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[3] = 1;
        });
        writer.start();
        writer.join();
        int[] copy = Arrays.copyOf(data, 8);
        Schedule.expect(copy[3] == 1);
    }
}
