//@ run: run
package spans;

import harness.Schedule;

/** The row is in a variable that the inner loop does not change. */
class RowVariableRaces {
    static void fill(long[][] rows) {
        for (int r = 1; r < rows.length; r++) {
            long[] row = rows[r];
            long[] above = rows[r - 1];
            for (int c = 0; c < r; c++) {
                row[c] = above[c] + 1;  // race[a] race[b] race[c]
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
        long seen = rows[3][2];         // race[a]
        seen += rows[3][4];
        seen += rows[0][0];
        rows[0][0] = 5;                 // race[b]
        rows[3][3] = 5;                 // race[c]
        rows[2][4] = 5;
        writer.join();
    }
}
