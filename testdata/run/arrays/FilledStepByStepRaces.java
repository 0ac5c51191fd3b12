//@ run: run
package arrays;

import harness.Schedule;

/** A volatile is written after each element, and read when only half of them are there. */
class FilledStepByStepRaces {
    static volatile int filled;
    static final int[] table = new int[400];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread filling = new Thread(() -> {
            for (int i = 0; i < 400; i++) {
                table[i] = i;  // race[a]
                filled = i;
                if (i == 199) {
                    Schedule.step(1);
                    Schedule.await(2);
                }
            }
            Schedule.step(3);
        });
        filling.start();
        Schedule.await(1);
        Schedule.expect(filled == 199);
        Schedule.step(2);
        Schedule.await(3);
        int seen = 0;
        for (int i = 0; i < 400; i++) {
            seen += table[i];  // race[a]
        }
        filling.join();
    }
}
