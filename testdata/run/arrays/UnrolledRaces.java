//@ run: run
package arrays;

import harness.Schedule;

/** A loop of four accesses, of which the third meets another thread's. */
class UnrolledRaces {
    static final int[] table = new int[400];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> {
            for (int i = 0; i < 400; i += 4) {
                table[i] = 1;
                table[i + 1] = 1;
                table[i + 2] = 1;  // race[a]
                table[i + 3] = 1;
            }
            Schedule.step(1);
        });
        Thread other = new Thread(() -> {
            Schedule.await(1);
            for (int i = 2; i < 400; i += 4) {
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
