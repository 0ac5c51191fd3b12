//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The field is declared in a superclass of the object's class. A plain write races with getAcquire. */
class InstanceFieldPlainRaces {
    static class Base {
        long value;
    }

    static class Derived extends Base {
        long other;
    }

    static final VarHandle VALUE;
    static final Derived shared = new Derived();

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Base.class, "value", long.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static long received() {
        return (long) VALUE.getAcquire((Base) shared);  // race[a]
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the call before the thread starts: linking synchronises.
        Schedule.expect(received() == 0);
        Thread writer = new Thread(() -> {
            shared.other = 1;
            shared.value = 1;                           // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(received() == 1);
        writer.join();
    }
}
