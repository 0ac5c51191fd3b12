//@ run: run
package fences;

import harness.Schedule;
import java.lang.invoke.VarHandle;

/**
 * A full fence is a release fence and an acquire fence. The step is the opaque variable that carries the message, as
 * fences need one.
 */
class FullFenceOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the calls before the thread starts: linking synchronises.
        VarHandle.fullFence();
        Thread writer = new Thread(() -> {
            data = 1;
            VarHandle.fullFence();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        VarHandle.fullFence();
        Schedule.expect(data == 1);
        writer.join();
    }
}
