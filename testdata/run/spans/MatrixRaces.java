//@ run: run
package spans;

import harness.Schedule;

/** The inner loop goes along a row, each time along another one: the lower left half of the matrix. */
class MatrixRaces {
    static void fill(long[][] rows) {
        for (int r = 0; r < rows.length; r++) {
            for (int c = 0; c <= r; c++) {
                rows[r][c] = 1;  // race[a] race[b]
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        long[][] rows = new long[5][5];
        Thread writer = new Thread(() -> {
            fill(rows);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        long seen = rows[0][0];  // race[a]
        seen += rows[0][1];
        seen += rows[3][3];      // race[b]
        seen += rows[3][4];
        writer.join();
    }
}
