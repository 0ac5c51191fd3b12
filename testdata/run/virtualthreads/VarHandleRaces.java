//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Accesses through a VarHandle have their place in virtual threads too. */
class VarHandleRaces {
    static int flag;
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(VarHandleRaces.class, "flag", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static void signal(int value) {
        FLAG.setVolatile(value);  // race[a]
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the call before the thread starts: linking synchronises.
        signal(0);
        Thread writer = Thread.ofVirtual().unstarted(() -> {
            signal(1);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = flag;          // race[a]
        writer.join();
    }
}
