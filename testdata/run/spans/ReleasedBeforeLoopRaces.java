//@ run: run
package spans;

import harness.Schedule;

/** The volatile is written directly before the loop. */
class ReleasedBeforeLoopRaces {
    static volatile int done;

    static void fill(int[] data) {
        done = 1;
        for (int i = 0; i < data.length; i++) {
            data[i] = 1;     // race[a]
        }
    }

    static int sum(int[] data) {
        int sum = done;
        for (int i = 0; i < data.length; i++) {
            sum += data[i];  // race[a]
        }
        return sum;
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
        Schedule.expect(sum(data) == 401);
        writer.join();
    }
}
