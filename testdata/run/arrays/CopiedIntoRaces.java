//@ run: run
package arrays;

import harness.Schedule;

/** The library writes a range that another thread reads in part. */
class CopiedIntoRaces {
    static final int[] source = new int[100];
    static final int[] table = new int[400];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> {
            System.arraycopy(source, 0, table, 100, 100);  // race[a]
            Schedule.step(1);
        });
        Thread other = new Thread(() -> {
            Schedule.await(1);
            for (int i = 190; i < 300; i++) {
                Schedule.expect(table[i] < 2);  // race[a]
            }
            Schedule.step(2);
        });
        one.start();
        other.start();
        Schedule.await(2);
        one.join();
        other.join();
    }
}
