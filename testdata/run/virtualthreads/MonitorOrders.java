//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;

/** A monitor orders a virtual thread and a platform thread. */
class MonitorOrders {
    static final Object lock = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = Thread.startVirtualThread(() -> {
            synchronized (lock) {
                data = 1;
            }
            Schedule.step(1);
        });
        Schedule.await(1);
        synchronized (lock) {
            Schedule.expect(data == 1);
        }
        writer.join();
    }
}
