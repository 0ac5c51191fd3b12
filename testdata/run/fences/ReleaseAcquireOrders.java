//@ run: run
package fences;

import harness.Schedule;
import java.lang.invoke.VarHandle;

/**
 * A release fence before an opaque write and an acquire fence after the opaque read that sees it order all around them:
 * the fences are compatible with those of C11 (VarHandle), and a detector must not report what they order. The step is
 * the opaque variable that carries the message, as fences need one.
 */
class ReleaseAcquireOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the calls before the thread starts: linking synchronises.
        VarHandle.releaseFence();
        VarHandle.acquireFence();
        Thread writer = new Thread(() -> {
            data = 1;
            VarHandle.releaseFence();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        VarHandle.acquireFence();
        Schedule.expect(data == 1);
        writer.join();
    }
}
