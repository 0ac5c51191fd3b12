//@ run: run
package monitor;

import harness.Schedule;

/**
 * Two synchronized methods of one object lock that object, so the unlock of one happens-before the lock of the other.
 */
class InstanceMethodOrders {
    int data;

    synchronized void write() {
        data = 1;
    }

    synchronized int read() {
        return data;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        InstanceMethodOrders shared = new InstanceMethodOrders();
        Thread writer = new Thread(() -> {
            shared.write();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(shared.read() == 1);
        writer.join();
    }
}
