//@ run: run
package spans;

import harness.Schedule;

/** Each round reads a volatile before it accesses the array. */
class VolatileInLoopOrders {
    static volatile int filled;

    static int sum(int[] data, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            if (filled < i) {
                break;
            }
            sum += data[i];
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        Thread reader = new Thread(() -> {
            Schedule.await(1);
            Schedule.expect(sum(data, 8) == 3);
            Schedule.step(2);
        });
        reader.start();
        data[0] = 1;
        data[7] = 2;
        filled = 8;
        Schedule.step(1);
        Schedule.await(2);
        reader.join();
    }
}
