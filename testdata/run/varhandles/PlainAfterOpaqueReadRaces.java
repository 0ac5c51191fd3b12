//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A plain read is one even if the thread has just read the field in another mode. */
class PlainAfterOpaqueReadRaces {
    static int flag;
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(PlainAfterOpaqueReadRaces.class, "flag", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static int received() {
        return (int) FLAG.getOpaque();
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the calls before the thread starts: linking synchronises.
        FLAG.setVolatile(0);
        Schedule.expect(received() == 0);
        Thread reader = new Thread(() -> {
            int seen = received();
            seen += flag;        // race[a]
            Schedule.step(1);
        });
        reader.start();
        Schedule.await(1);
        FLAG.setVolatile(1);     // race[a]
        reader.join();
    }
}
