//@ run: run
package spans;

import harness.Schedule;

/** Two threads run the same loop over the same array. */
class BothLoopRaces {
    static void fill(int[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i] = 1;  // race[a] race[a]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[400];
        Thread writer = new Thread(() -> {
            fill(data);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        fill(data);
        writer.join();
    }
}
