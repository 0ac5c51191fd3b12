//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;

/** All of a virtual thread happens-before an isAlive that returns false. */
class IsAliveOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = Thread.startVirtualThread(() -> {
            data = 1;
        });
        while (writer.isAlive()) {
            Thread.onSpinWait();
        }
        Schedule.expect(data == 1);
        writer.join();
    }
}
