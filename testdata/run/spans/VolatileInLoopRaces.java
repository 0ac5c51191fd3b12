//@ run: run
package spans;

import harness.Schedule;

/** Each round reads a volatile after it has accessed the array: the first access is not ordered. */
class VolatileInLoopRaces {
    static volatile int filled;

    static int sum(int[] data, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += data[i];  // race[a]
            if (filled < i) {
                break;
            }
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        Thread reader = new Thread(() -> {
            Schedule.await(1);
            Schedule.expect(sum(data, 8) == 6);
            Schedule.step(2);
        });
        reader.start();
        data[0] = 1;         // race[a]
        data[1] = 2;
        data[2] = 3;
        filled = 8;
        Schedule.step(1);
        Schedule.await(2);
        reader.join();
    }
}
