//@ run: run
package arrays;

import harness.Schedule;

/** Any number of threads may read all of it. */
class ReadsOfAll {
    static final int[] table = new int[400];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> {
            for (int i = 0; i < 400; i++) {
                Schedule.expect(table[i] == 0);
            }
            Schedule.step(1);
        });
        Thread other = new Thread(() -> {
            Schedule.await(1);
            for (int i = 399; i >= 0; i--) {
                Schedule.expect(table[i] == 0);
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
