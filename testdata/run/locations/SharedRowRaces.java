//@ run: run
package locations;

import harness.Schedule;

/** Two rows of the table are the same array, so different row indices lead to one element. */
class SharedRowRaces {
    static final int[][] table = new int[2][];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] row = new int[3];
        table[0] = row;
        table[1] = row;
        Thread writer = new Thread(() -> {
            table[0][1] = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = table[1][1];  // race[a]
        writer.join();
    }
}
