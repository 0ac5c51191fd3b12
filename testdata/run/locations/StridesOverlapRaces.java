//@ run: run
package locations;

import harness.Schedule;

/** One thread writes every second element and the other reads every third: they meet in every sixth. */
class StridesOverlapRaces {
    static final int[] values = new int[18];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            for (int i = 0; i < values.length; i += 2) {
                values[i] = i;  // race[a]
            }
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int sum = 0;
        for (int i = 0; i < values.length; i += 3) {
            sum += values[i];   // race[a]
        }
        writer.join();
    }
}
