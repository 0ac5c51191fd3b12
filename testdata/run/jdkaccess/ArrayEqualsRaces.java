//@ run: run
package jdkaccess;

import harness.Schedule;
import java.util.Arrays;

/** Arrays.equals reads both arrays. Nothing orders it after the write; the place of the access is the call. */
class ArrayEqualsRaces {
    static final int[] data = new int[8];
    static final int[] copy = new int[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[3] = 1;                           // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        writer.start();
        Schedule.await(1);
        boolean same = Arrays.equals(data, copy);  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
