//@ run: run
package locations;

import harness.Schedule;

/** Each thread has its row of a two-dimensional array. */
class DisjointRows {
    static final int[][] table = new int[2][4];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            table[0][1] = 1;
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        table[1][1] = 2;
        writer.join();
    }
}
