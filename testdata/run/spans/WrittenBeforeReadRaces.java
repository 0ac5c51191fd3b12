//@ run: run
package spans;

import harness.Schedule;

/**
 * Each round writes to an element and reads the next one: another thread's element is read first, then
 * overwritten.
 */
class WrittenBeforeReadRaces {
    static int shift(int[] data, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += (data[i] = 1) + data[i + 1];  // race[a]
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        Thread shifting = new Thread(() -> {
            Schedule.await(1);
            Schedule.expect(shift(data, 8) == 13);
            Schedule.step(2);
        });
        shifting.start();
        data[4] = 5;                             // race[a]
        Schedule.step(1);
        Schedule.await(2);
        shifting.join();
    }
}
