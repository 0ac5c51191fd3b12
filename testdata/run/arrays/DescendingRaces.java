//@ run: run
package arrays;

import harness.Schedule;

/** Loops that meet in the middle, one of them downwards. */
class DescendingRaces {
    static final int[] table = new int[400];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> {
            for (int i = 399; i >= 150; i--) {
                table[i] = 1;  // race[a]
            }
            Schedule.step(1);
        });
        Thread other = new Thread(() -> {
            Schedule.await(1);
            for (int i = 0; i < 250; i++) {
                table[i] = 2;  // race[a]
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
