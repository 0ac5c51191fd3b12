//@ run: run
package spans;

import harness.Schedule;

/** Only the elements left and right of the index are read, never the one at it. */
class NeighboursUntouched {
    static int sum(int[] data, int at) {
        int sum = 0;
        for (int i = at; i <= at; i++) {
            sum += data[i - 1] + data[i + 1];
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        Thread reader = new Thread(() -> {
            Schedule.expect(sum(data, 4) == 0);
            Schedule.step(1);
        });
        reader.start();
        Schedule.await(1);
        data[2] = 1;
        data[4] = 1;
        data[6] = 1;
        reader.join();
    }
}
