//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The field is no volatile one: a plain read of it conflicts with the setVolatile of another thread and is not ordered
 * after it.
 */
class VolatileWritePlainReadRaces {
    static int flag;
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(VolatileWritePlainReadRaces.class, "flag", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the call before the thread starts: linking synchronises.
        FLAG.setVolatile(0);
        Thread writer = new Thread(() -> {
            FLAG.setVolatile(1);  // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = flag;          // race[a]
        writer.join();
    }
}
