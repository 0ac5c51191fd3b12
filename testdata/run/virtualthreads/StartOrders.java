//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;

/** Starting a virtual thread orders as starting any other. */
class StartOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        data = 1;
        Thread reader = Thread.startVirtualThread(() -> {
            Schedule.expect(data == 1);
        });
        reader.join();
    }
}
