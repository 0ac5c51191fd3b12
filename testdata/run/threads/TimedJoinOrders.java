//@ run: run
package threads;

import harness.Schedule;

/**
 * A timed join that returns because the thread has ended orders as a plain one. The second join comes after the read.
 */
class TimedJoinOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
        });
        writer.start();
        writer.join(60_000);
        Schedule.expect(data == 1);
        writer.join();
    }
}
