//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;

/** An interrupt happens-before the exception that it makes sleep throw in a virtual thread. */
class InterruptOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(60_000);
                Schedule.expect(false);
            } catch (InterruptedException interrupted) {
                Schedule.expect(data == 1);
            }
        });
        data = 1;
        reader.interrupt();
        reader.join();
    }
}
