//@ run: run
package interrupts;

import harness.Schedule;

/** The interrupt happens-before the InterruptedException of join; the joined thread does not end before. */
class InterruptedJoinOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread main = Thread.currentThread();
        Thread reader = new Thread(() -> {
            try {
                main.join();
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
