//@ run: run
package threads;

import harness.Schedule;

/** All of a thread happens-before an isAlive that returns false. */
class IsAliveFalseOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
        });
        writer.start();
        while (writer.isAlive()) {
            Thread.onSpinWait();
        }
        Schedule.expect(data == 1);
        writer.join();
    }
}
