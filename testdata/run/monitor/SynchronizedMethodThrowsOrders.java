//@ run: run
package monitor;

import harness.Schedule;

/** A synchronized method that ends by an exception unlocks its object. */
class SynchronizedMethodThrowsOrders {
    int data;

    synchronized void writeAndThrow() {
        data = 1;
        throw new IllegalStateException();
    }

    synchronized int read() {
        return data;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        SynchronizedMethodThrowsOrders shared = new SynchronizedMethodThrowsOrders();
        Thread writer = new Thread(() -> {
            try {
                shared.writeAndThrow();
            } catch (IllegalStateException expected) {
                Schedule.step(1);
            }
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(shared.read() == 1);
        writer.join();
    }
}
