//@ run: run
package monitor;

import harness.Schedule;

/** A thread takes the same lock again and again; the last of its releases orders all that it did under it. */
class TakenAgainOrders {
    static final Object lock = new Object();
    static final int[] elements = new int[3];
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = new Thread(() -> {
            Schedule.await(1);
            synchronized (lock) {
                int seen = data + elements[1];
            }
        });
        reader.start();
        for (int i = 0; i < 10; i++) {
            synchronized (lock) {
                data += i;
                elements[1] += i;
            }
        }
        Schedule.step(1);
        reader.join();
        data++;
        elements[1]++;
    }
}
