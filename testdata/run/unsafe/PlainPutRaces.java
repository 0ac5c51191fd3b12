//@ run: run
package unsafe;

import harness.Schedule;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** putInt writes in plain mode. The flag is outside of the heap, where no Java variable can race. */
class PlainPutRaces {
    static int data;
    static final Unsafe UNSAFE = unsafe();
    static final long FLAG = UNSAFE.allocateMemory(4);

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
        UNSAFE.putInt(FLAG, 1);
    }

    static boolean received() {
        return UNSAFE.getIntVolatile(null, FLAG) == 1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        UNSAFE.putInt(FLAG, 0);
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
