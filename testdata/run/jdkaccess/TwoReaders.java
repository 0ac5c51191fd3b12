//@ run: run
package jdkaccess;

import harness.Schedule;
import java.util.Arrays;

/** Copying reads only: two threads copy one array at the same time. */
class TwoReaders {
    static final int[] data = new int[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = new Thread(() -> {
            int[] one = data.clone();
            Schedule.step(1);
            Schedule.await(2);
        });
        reader.start();
        Schedule.await(1);
        int[] other = Arrays.copyOf(data, 8);
        Schedule.step(2);
        reader.join();
    }
}
