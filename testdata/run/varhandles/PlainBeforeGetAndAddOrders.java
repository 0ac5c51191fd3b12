//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** getAndAdd orders the plain accesses to the field itself: before it in one thread, after it in another. */
class PlainBeforeGetAndAddOrders {
    static int flag;
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(PlainBeforeGetAndAddOrders.class, "flag", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static int add() {
        return (int) FLAG.getAndAdd(1);
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the call before the thread starts: linking synchronises.
        add();
        flag = 0;
        Thread writer = new Thread(() -> {
            flag = 5;
            add();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(add() == 6);
        Schedule.expect(flag == 7);
        flag = 1;
        writer.join();
    }
}
