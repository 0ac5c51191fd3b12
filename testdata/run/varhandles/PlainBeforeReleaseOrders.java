//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** setRelease and getAcquire order the plain accesses to the field itself. */
class PlainBeforeReleaseOrders {
    static int flag;
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(PlainBeforeReleaseOrders.class, "flag", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static void signal(int value) {
        FLAG.setRelease(value);
    }

    static int received() {
        return (int) FLAG.getAcquire();
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the calls before the thread starts: linking synchronises.
        signal(0);
        Schedule.expect(received() == 0);
        Thread writer = new Thread(() -> {
            flag = 1;
            signal(2);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(received() == 2);
        Schedule.expect(flag == 2);
        flag = 3;
        writer.join();
    }
}
