//@ run: run
package spans;

import harness.Schedule;

/** One index goes up, the other down. */
class ReverseCopyRaces {
    static void copy(int[] from, int[] to, int count) {
        for (int i = 0, j = to.length - 1; i < count; i++, j--) {
            to[j] = from[i];  // race[a] race[b] race[c]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] from = new int[8];
        int[] to = new int[8];
        Thread copying = new Thread(() -> {
            copy(from, to, 3);
            Schedule.step(1);
        });
        copying.start();
        Schedule.await(1);
        from[2] = 1;          // race[a]
        from[3] = 1;
        int seen = to[7];     // race[b]
        seen += to[5];        // race[c]
        seen += to[4];
        copying.join();
    }
}
