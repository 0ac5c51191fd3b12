//@ run: run
package spans;

import harness.Schedule;

/** The lock is given back directly after the loop. */
class UnlockedAfterLoopOrders {
    static final Object lock = new Object();

    static int fill(int[] data) {
        int sum = 0;
        synchronized (lock) {
            for (int i = 0; i < data.length; i++) {
                sum += data[i];
                data[i] = 1;
            }
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[400];
        Thread writer = new Thread(() -> {
            Schedule.expect(fill(data) == 0);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(fill(data) == 400);
        writer.join();
    }
}
