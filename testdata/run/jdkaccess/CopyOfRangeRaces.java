//@ run: run
package jdkaccess;

import harness.Schedule;
import java.util.Arrays;

/**
 * Arrays.copyOfRange reads the elements of the range. Nothing orders it after the write; the place of the access is the
 * call.
 */
class CopyOfRangeRaces {
    static final int[] data = new int[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[3] = 1;                              // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        writer.start();
        Schedule.await(1);
        int[] copy = Arrays.copyOfRange(data, 2, 6);  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
