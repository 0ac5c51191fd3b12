//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A failed compareAndSet writes nothing: it is no conflict with a plain read. */
class FailedCompareAndSetPlainReadOrders {
    static int flag;
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(FailedCompareAndSetPlainReadOrders.class, "flag", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the call before the thread starts: linking synchronises.
        FLAG.compareAndSet(1, 2);
        Thread reader = new Thread(() -> {
            int seen = flag;
            Schedule.step(1);
        });
        reader.start();
        Schedule.await(1);
        boolean changed = FLAG.compareAndSet(5, 6);
        Schedule.expect(!changed);
        reader.join();
    }
}
