//@ run: run
package jdkaccess;

import harness.Schedule;
import java.util.Arrays;

/** Arrays.equals reads both arrays. The join orders it after the write. */
class ArrayEqualsOrders {
    static final int[] data = new int[8];
    static final int[] copy = new int[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[3] = 1;
        });
        writer.start();
        writer.join();
        boolean same = Arrays.equals(data, copy);
        Schedule.expect(!same);
    }
}
