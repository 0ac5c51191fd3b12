//@ run: run
package locations;

import harness.Schedule;

/** An element of a row of a two-dimensional array. */
class TwoDimensionalRaces {
    static final int[][] table = new int[3][3];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            table[1][2] = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = table[1][2];  // race[a]
        writer.join();
    }
}
