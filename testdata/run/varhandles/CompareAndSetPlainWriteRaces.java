//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A successful compareAndSet writes the field, and races with a plain write of it. */
class CompareAndSetPlainWriteRaces {
    static int flag;
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(CompareAndSetPlainWriteRaces.class, "flag", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the call before the thread starts: linking synchronises.
        FLAG.compareAndSet(1, 2);
        Thread writer = new Thread(() -> {
            flag = 1;                                   // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        boolean changed = FLAG.compareAndSet(1, 2);     // race[a]
        Schedule.expect(changed);
        writer.join();
    }
}
