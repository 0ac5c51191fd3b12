//@ run: run
package jdkaccess;

import harness.Schedule;
import java.util.Arrays;

/** The copy is of the first half and the write in the second: no element is touched by both. */
class DisjointRanges {
    static final int[] data = new int[8];
    static final int[] copy = new int[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[7] = 1;
            Schedule.step(1);
            Schedule.await(2);
        });
        writer.start();
        Schedule.await(1);
        System.arraycopy(data, 0, copy, 0, 4);
        Arrays.fill(data, 0, 4, 2);
        Arrays.sort(data, 0, 4);
        int[] part = Arrays.copyOfRange(data, 0, 4);
        Schedule.expect(part[3] == 2);
        Schedule.step(2);
        writer.join();
    }
}
