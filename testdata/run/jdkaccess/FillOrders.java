//@ run: run
package jdkaccess;

import harness.Schedule;
import java.util.Arrays;

/** Arrays.fill writes every element. The join orders it after the write. */
class FillOrders {
    static final int[] data = new int[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[3] = 1;
        });
        writer.start();
        writer.join();
        Arrays.fill(data, 2);
        Schedule.expect(data[3] == 2);
    }
}
