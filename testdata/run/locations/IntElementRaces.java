//@ run: run
package locations;

import harness.Schedule;

/** One element of an array of int. */
class IntElementRaces {
    static final int[] values = new int[4];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            values[2] = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = values[2];  // race[a]
        writer.join();
    }
}
