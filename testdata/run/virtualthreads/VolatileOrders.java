//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;

/** A volatile field orders a virtual thread and a platform thread. */
class VolatileOrders {
    static volatile boolean ready;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = Thread.startVirtualThread(() -> {
            data = 1;
            ready = true;
        });
        while (!ready) {
            Thread.onSpinWait();
        }
        Schedule.expect(data == 1);
        writer.join();
    }
}
