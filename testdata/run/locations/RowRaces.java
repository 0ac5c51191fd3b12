//@ run: run
package locations;

import harness.Schedule;

/** The row itself is replaced while another thread fetches it; its elements are not touched. */
class RowRaces {
    static final int[][] table = new int[3][3];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            table[1] = null;   // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int[] row = table[1];  // race[a]
        writer.join();
    }
}
