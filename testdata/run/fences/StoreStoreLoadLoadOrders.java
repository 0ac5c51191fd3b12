//@ run: run
package fences;

import harness.Schedule;
import java.lang.invoke.VarHandle;

/**
 * From a write to a read, a storeStore fence and a loadLoad fence are enough: no store passes the first and no load the
 * second, so the read sees the write. The step is the opaque variable that carries the message, as fences need one.
 */
class StoreStoreLoadLoadOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the calls before the thread starts: linking synchronises.
        VarHandle.storeStoreFence();
        VarHandle.loadLoadFence();
        Thread writer = new Thread(() -> {
            data = 1;
            VarHandle.storeStoreFence();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        VarHandle.loadLoadFence();
        Schedule.expect(data == 1);
        writer.join();
    }
}
