//@ run: run
package monitor;

import harness.Schedule;

/** A static synchronized method locks the class object, which a block can name too. */
class StaticMethodOrders {
    static int data;

    static synchronized void write() {
        data = 1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            write();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        synchronized (StaticMethodOrders.class) {
            Schedule.expect(data == 1);
        }
        writer.join();
    }
}
