//@ run: run
package reflection;

import harness.Schedule;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** A method handle that adapts a getter reads as that does. */
class AdaptedGetterOrders {
    static int data;
    static final AdaptedGetterOrders shared = new AdaptedGetterOrders();
    volatile int flag;
    static final MethodHandle GETTER;
    static final MethodHandle SETTER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            GETTER = MethodHandles.insertArguments(
                    lookup.findGetter(AdaptedGetterOrders.class, "flag", int.class), 0, shared);
            SETTER = lookup.findSetter(AdaptedGetterOrders.class, "flag", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static void signal(int value) {
        try {
            SETTER.invokeExact(shared, value);
        } catch (Throwable unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    static int received() {
        try {
            return (int) GETTER.invokeExact();
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
            data = 1;
            signal(1);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(received() == 1);
        Schedule.expect(data == 1);
        writer.join();
    }
}
