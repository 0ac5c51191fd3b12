//@ run: run
package spans;

import harness.Schedule;

/** Some rounds make the access, others do not. */
class ConditionalRaces {
    static void fill(boolean[] wanted, int[] data) {
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i]) {
                data[i] = 1;  // race[a] race[b]
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        boolean[] wanted = {false, true, false, true, false};
        int[] data = new int[5];
        Thread writer = new Thread(() -> {
            fill(wanted, data);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data[0];
        seen += data[1];      // race[a]
        seen += data[2];
        seen += data[3];      // race[b]
        seen += data[4];
        writer.join();
    }
}
