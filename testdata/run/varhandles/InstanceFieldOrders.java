//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The handle of an instance field orders by the field of the object that it is used on. */
class InstanceFieldOrders {
    static int data;
    long flag;
    static final InstanceFieldOrders shared = new InstanceFieldOrders();
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findVarHandle(InstanceFieldOrders.class, "flag", long.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static void signal() {
        FLAG.setRelease(shared, 1L);
    }

    static boolean received() {
        return (long) FLAG.getAcquire(shared) == 1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        FLAG.setVolatile(shared, 0L);
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
