//@ run: run
package reflection;

import harness.Schedule;
import java.lang.reflect.Field;

/** Field.setInt and Field.getInt of a volatile field of an object are a volatile write and read. */
class VolatileFieldOrders {
    static int data;
    static final VolatileFieldOrders shared = new VolatileFieldOrders();
    volatile int flag;
    static final Field FLAG = field();

    static Field field() {
        try {
            return VolatileFieldOrders.class.getDeclaredField("flag");
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static void signal(int value) {
        try {
            FLAG.setInt(shared, value);
        } catch (IllegalAccessException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    static int received() {
        try {
            return FLAG.getInt(shared);
        } catch (IllegalAccessException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // The library makes its accessors first: that synchronises by itself.
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
