//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.LockSupport;

/** Parking the way it is meant: the volatile flag orders, park only saves the spinning. */
class ParkOrders {
    static volatile boolean go;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = new Thread(() -> {
            while (!go) {
                LockSupport.park();
            }
            Schedule.expect(data == 1);
        });
        reader.start();
        data = 1;
        go = true;
        LockSupport.unpark(reader);
        reader.join();
    }
}
