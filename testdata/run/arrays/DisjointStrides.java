//@ run: run
package arrays;

import harness.Schedule;

/** One thread has the even elements, one the odd ones. */
class DisjointStrides {
    static final int[] table = new int[400];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> {
            for (int i = 0; i < 400; i += 2) {
                table[i] = 1;
            }
            Schedule.step(1);
        });
        Thread other = new Thread(() -> {
            Schedule.await(1);
            for (int i = 1; i < 400; i += 2) {
                table[i] = 2;
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
