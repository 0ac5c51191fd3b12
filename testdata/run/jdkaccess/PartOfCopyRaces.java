//@ run: run
package jdkaccess;

import harness.Schedule;
import java.util.Arrays;

/** The copied range begins where the written one ends but for one element, and that one races. */
class PartOfCopyRaces {
    static final int[] data = new int[8];
    static final int[] copy = new int[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Arrays.fill(data, 0);
        Thread writer = new Thread(() -> {
            Arrays.fill(data, 4, 8, 1);         // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        writer.start();
        Schedule.await(1);
        System.arraycopy(data, 0, copy, 0, 5);  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
