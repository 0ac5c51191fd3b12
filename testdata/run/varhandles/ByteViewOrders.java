//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * An int view of a direct buffer orders by the int at its index. (In a byte array the int may lie across a boundary.)
 */
class ByteViewOrders {
    static int data;
    static final VarHandle VIEW = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static final java.nio.ByteBuffer memory = java.nio.ByteBuffer.allocateDirect(64);

    static void signal() {
        VIEW.setRelease(memory, 0, 1);
    }

    static boolean received() {
        return (int) VIEW.getAcquire(memory, 0) == 1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        VIEW.setVolatile(memory, 0, 0);
        Thread writer = new Thread(() -> {
            data = 1;
            signal();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(received());
        Schedule.expect(data == 1);
        writer.join();
    }
}
