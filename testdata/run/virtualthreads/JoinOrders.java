//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;

/** All of a virtual thread happens-before the return of join. */
class JoinOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = Thread.startVirtualThread(() -> {
            data = 1;
        });
        writer.join();
        Schedule.expect(data == 1);
    }
}
