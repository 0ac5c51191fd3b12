//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Many reads in opaque mode, and a volatile write, are no data race. */
class OpaquePollingOrders {
    static int flag;
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(OpaquePollingOrders.class, "flag", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static int received() {
        return (int) FLAG.getOpaque();
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the calls before the threads start: linking synchronises.
        FLAG.setVolatile(0);
        Schedule.expect(received() == 0);
        Runnable polling = () -> {
            Schedule.step(1);
            while (received() == 0) {
                Thread.onSpinWait();
            }
        };
        Thread one = new Thread(polling);
        one.start();
        Schedule.await(1);
        for (int i = 0; i < 10000; i++) {
            received();
        }
        FLAG.setVolatile(1);
        one.join();
    }
}
