//@ run: run
package unsafe;

import harness.Schedule;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** storeFence and loadFence are a release fence and an acquire fence around the opaque variable of the step. */
class FenceOrders {
    static int data;
    static final Unsafe UNSAFE = unsafe();

    static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        UNSAFE.storeFence();
        UNSAFE.loadFence();
        Thread writer = new Thread(() -> {
            data = 1;
            UNSAFE.storeFence();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        UNSAFE.loadFence();
        Schedule.expect(data == 1);
        writer.join();
    }
}
