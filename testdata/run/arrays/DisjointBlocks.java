//@ run: run
package arrays;

import harness.Schedule;

/** Each thread writes a half; all is read when both have ended. */
class DisjointBlocks {
    static final int[] table = new int[400];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> {
            for (int i = 0; i < 200; i++) {
                table[i] = 1;
            }
            Schedule.step(1);
        });
        Thread other = new Thread(() -> {
            Schedule.await(1);
            for (int i = 200; i < 400; i++) {
                table[i] = 2;
            }
            Schedule.step(2);
        });
        one.start();
        other.start();
        Schedule.await(2);
        one.join();
        other.join();
        int sum = 0;
        for (int value : table) {
            sum += value;
        }
        Schedule.expect(sum == 600);
    }
}
