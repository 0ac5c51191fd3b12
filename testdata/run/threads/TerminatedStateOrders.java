//@ run: run
package threads;

import harness.Schedule;

/**
 * The state TERMINATED detects the end of the thread. JLS 17.4.4 orders any action that does so, and names isAlive and
 * join as examples only.
 */
class TerminatedStateOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
        });
        writer.start();
        while (writer.getState() != Thread.State.TERMINATED) {
            Thread.onSpinWait();
        }
        Schedule.expect(data == 1);
        writer.join();
    }
}
