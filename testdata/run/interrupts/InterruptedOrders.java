//@ run: run
package interrupts;

import harness.Schedule;

/** An interrupt happens-before the call of interrupted that finds it. */
class InterruptedOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = new Thread(() -> {
            while (!Thread.interrupted()) {
                Thread.onSpinWait();
            }
            Schedule.expect(data == 1);
        });
        reader.start();
        data = 1;
        reader.interrupt();
        reader.join();
    }
}
