//@ run: run
package jdkaccess;

import harness.Schedule;

/** Both accesses are made inside of the JDK: the reader copies what the writer copies over. */
class TwoCopiesRaces {
    static final int[] data = new int[8];
    static final int[] copy = new int[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            System.arraycopy(copy, 0, data, 0, 8);  // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        writer.start();
        Schedule.await(1);
        int[] seen = data.clone();                  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
