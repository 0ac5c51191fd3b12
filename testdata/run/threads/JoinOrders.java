//@ run: run
package threads;

import harness.Schedule;

/** All of a thread happens-before the return of a join on it. */
class JoinOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
        });
        writer.start();
        writer.join();
        Schedule.expect(data == 1);
    }
}
