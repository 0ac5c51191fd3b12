//@ run: run
package volatiles;

import harness.Schedule;

/** The order goes through a thread that touches no data: from the first flag to the second. */
class TransitiveOrders {
    static volatile boolean first;
    static volatile boolean second;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            first = true;
        });
        Thread between = new Thread(() -> {
            while (!first) {
                Thread.onSpinWait();
            }
            second = true;
        });
        writer.start();
        between.start();
        while (!second) {
            Thread.onSpinWait();
        }
        Schedule.expect(data == 1);
        writer.join();
        between.join();
    }
}
