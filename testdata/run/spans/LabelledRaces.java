//@ run: run
package spans;

import harness.Schedule;

/** The inner loop is left for the next round of the outer one, and at last for what follows both. */
class LabelledRaces {
    static void fill(int[][] rows) {
        outer:
        for (int r = 0; r < rows.length; r++) {
            int[] row = rows[r];
            for (int i = 0; i < row.length; i++) {
                row[i] = 1;     // race[a] race[b] race[c]
                if (i == r) {
                    continue outer;
                }
                if (r == 3 && i == 1) {
                    break outer;
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[][] rows = new int[5][5];
        Thread writer = new Thread(() -> {
            fill(rows);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = rows[0][0];  // race[a]
        seen += rows[0][1];
        seen += rows[2][2];     // race[b]
        seen += rows[2][3];
        seen += rows[3][1];     // race[c]
        seen += rows[3][2];
        seen += rows[4][0];
        writer.join();
    }
}
