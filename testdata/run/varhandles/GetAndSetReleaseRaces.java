//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** getAndSetRelease reads in plain mode: the reader acquires nothing by it. */
class GetAndSetReleaseRaces {
    static int data;
    static int flag;
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(GetAndSetReleaseRaces.class, "flag", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static void signal() {
        FLAG.setVolatile(1);
    }

    static boolean received() {
        return (int) FLAG.getAndSetRelease(2) == 1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        FLAG.setVolatile(0);
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            signal();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(received());
        int seen = data;  // race[a]
        writer.join();
    }
}
