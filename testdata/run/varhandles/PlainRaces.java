//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * get and set in plain mode are accesses of the field like any other: they order nothing, and they race with each
 * other.
 */
class PlainRaces {
    static int data;
    static int flag;
    static final VarHandle FLAG;

    static {
        try {
            FLAG = MethodHandles.lookup().findStaticVarHandle(PlainRaces.class, "flag", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static void signal() {
        FLAG.set(1);                   // race[flag]
    }

    static boolean received() {
        return (int) FLAG.get() == 1;  // race[flag]
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        FLAG.set(0);
        Thread writer = new Thread(() -> {
            data = 1;                  // race[data]
            signal();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(received());
        int seen = data;               // race[data]
        writer.join();
    }
}
