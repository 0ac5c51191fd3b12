//@ run: run
package reflection;

import harness.Schedule;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** Method handles for a static volatile field are a volatile write and read. */
class StaticGetterAndSetterOrders {
    static int data;
    static volatile int flag;
    static final MethodHandle GETTER;
    static final MethodHandle SETTER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            GETTER = lookup.findStaticGetter(StaticGetterAndSetterOrders.class, "flag", int.class);
            SETTER = lookup.findStaticSetter(StaticGetterAndSetterOrders.class, "flag", int.class);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static void signal(int value) {
        try {
            SETTER.invokeExact(value);
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
