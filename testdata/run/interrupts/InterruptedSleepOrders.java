//@ run: run
package interrupts;

import harness.Schedule;

/** The interrupt happens-before the InterruptedException that it makes sleep throw. */
class InterruptedSleepOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = new Thread(() -> {
            try {
                Thread.sleep(60_000);
                Schedule.expect(false);
            } catch (InterruptedException interrupted) {
                Schedule.expect(data == 1);
            }
        });
        reader.start();
        data = 1;
        reader.interrupt();
        reader.join();
    }
}
