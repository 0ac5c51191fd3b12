//@ run: run
package jdkaccess;

import harness.Schedule;
import java.util.Arrays;

/** A stream over an array reads its elements. The join orders it after the write. */
class StreamOrders {
    static final int[] data = new int[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[3] = 1;
        });
        writer.start();
        writer.join();
        int sum = Arrays.stream(data).sum();
        Schedule.expect(sum == 1);
    }
}
