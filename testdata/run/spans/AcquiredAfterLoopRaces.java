//@ run: run
package spans;

import harness.Schedule;

/** The volatile is read directly after the reading loop. */
class AcquiredAfterLoopRaces {
    static volatile int done;

    static int sum(int[] data) {
        int sum = 0;
        for (int i = 0; i < data.length; i++) {
            sum += data[i];  // race[a]
        }
        return sum + done;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[400];
        Thread writer = new Thread(() -> {
            data[399] = 1;   // race[a]
            done = 1;
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(sum(data) == 2);
        writer.join();
    }
}
