//@ run: run
package unsafe;

import harness.Schedule;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Without a loadFence on the side of the reader nothing is ordered. */
class FenceRaces {
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
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            UNSAFE.storeFence();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data;  // race[a]
        writer.join();
    }
}
