//@ run: run
package spans;

import harness.Schedule;

/** The variable holds another array from the middle of the loop on. */
class ReassignedArrayRaces {
    static void fill(int[] data, int[] next, int from) {
        for (int i = 0; i < data.length; i++) {
            data[i] = 1;     // race[a] race[b]
            if (i == from) {
                data = next;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        int[] next = new int[40];
        Thread writer = new Thread(() -> {
            fill(data, next, 3);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data[3];  // race[a]
        seen += data[4];
        seen += next[3];
        seen += next[4];     // race[b]
        writer.join();
    }
}
