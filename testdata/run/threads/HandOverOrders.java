//@ run: run
package threads;

import harness.Schedule;

/** A thread is joined before the next one starts: start and join chain the three writes. */
class HandOverOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        for (int round = 0; round < 3; round++) {
            Thread worker = new Thread(() -> data++);
            worker.start();
            worker.join();
        }
        Schedule.expect(data == 3);
    }
}
