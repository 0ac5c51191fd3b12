//@ run: run
package unsafe;

import harness.Schedule;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** The field is written through Unsafe and read directly. */
class VolatileFieldOrders {
    static int data;
    static final Unsafe UNSAFE = unsafe();
    static final VolatileFieldOrders shared = new VolatileFieldOrders();
    static final long FLAG = offset();
    volatile int flag;

    @SuppressWarnings("removal")
    static long offset() {
        try {
            return UNSAFE.objectFieldOffset(VolatileFieldOrders.class.getDeclaredField("flag"));
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static void signal() {
        UNSAFE.putIntVolatile(shared, FLAG, 1);
    }

    static boolean received() {
        return shared.flag == 1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        shared.flag = 0;
        Thread writer = new Thread(() -> {
            data = 1;
            signal();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(received());
        Schedule.expect(data == 1);
        writer.join();
    }
}
