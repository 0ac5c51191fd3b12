//@ run: run
package locations;

import harness.Schedule;

/** Every element races at the same pair of places. */
class LoopRaces {
    static final int[] values = new int[16];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            for (int i = 0; i < values.length; i++) {
                values[i] = i;  // race[a]
            }
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i];   // race[a]
        }
        writer.join();
    }
}
