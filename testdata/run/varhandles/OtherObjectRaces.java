//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The same field of two objects is two variables. */
class OtherObjectRaces {
    static int data;
    int flag;
    static final OtherObjectRaces one = new OtherObjectRaces();
    static final OtherObjectRaces other = new OtherObjectRaces();
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findVarHandle(OtherObjectRaces.class, "flag", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static void signal() {
        FLAG.setVolatile(one, 1);
    }

    static boolean received() {
        return (int) FLAG.getVolatile(other) == 0;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        FLAG.setVolatile(one, 0);
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
