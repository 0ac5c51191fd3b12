//@ run: run
package reflection;

import harness.Schedule;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** Method handles for a plain field are plain accesses. */
class GetterAndSetterRaces {
    static final GetterAndSetterRaces shared = new GetterAndSetterRaces();
    int flag;
    static final MethodHandle GETTER;
    static final MethodHandle SETTER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            GETTER = lookup.findGetter(GetterAndSetterRaces.class, "flag", int.class);
            SETTER = lookup.findSetter(GetterAndSetterRaces.class, "flag", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static void signal(int value) {
        try {
            SETTER.invokeExact(shared, value);        // race[a]
        } catch (Throwable unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    static int received() {
        try {
            return (int) GETTER.invokeExact(shared);  // race[a]
        } catch (Throwable unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and makes all that both sides use: that synchronises by itself.
        for (int i = 0; i < 100; i++) {
            signal(0);
            Schedule.expect(received() == 0);
        }
        Thread writer = new Thread(() -> {
            signal(1);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(received() == 1);
        writer.join();
    }
}
