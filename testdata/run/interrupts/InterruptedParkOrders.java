//@ run: run
package interrupts;

import harness.Schedule;
import java.util.concurrent.locks.LockSupport;

/** Being interrupted ends a park; what orders is the interrupted that finds it. */
class InterruptedParkOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = new Thread(() -> {
            while (!Thread.interrupted()) {
                LockSupport.park();
            }
            Schedule.expect(data == 1);
        });
        reader.start();
        data = 1;
        reader.interrupt();
        reader.join();
    }
}
