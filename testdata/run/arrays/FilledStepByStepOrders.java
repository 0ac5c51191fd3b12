//@ run: run
package arrays;

import harness.Schedule;

/** A volatile is written after each element; who has read it last may read them all. */
class FilledStepByStepOrders {
    static volatile int filled;
    static final int[] table = new int[400];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> {
            for (int i = 0; i < 400; i++) {
                table[i] = i;
                filled = i;
            }
            Schedule.step(1);
        });
        Thread other = new Thread(() -> {
            Schedule.await(1);
            Schedule.expect(filled == 399);
            for (int i = 0; i < 400; i++) {
                Schedule.expect(table[i] == i);
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
