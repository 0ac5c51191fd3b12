//@ run: run
package unsafe;

import harness.Schedule;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** putInt writes a plain field of an object in plain mode, and races with a read in code. */
class PlainFieldRaces {
    static final Unsafe UNSAFE = unsafe();
    static final PlainFieldRaces shared = new PlainFieldRaces();
    static final long FLAG = offset();
    int flag;

    @SuppressWarnings("removal")
    static long offset() {
        try {
            return UNSAFE.objectFieldOffset(PlainFieldRaces.class.getDeclaredField("flag"));
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

    @SuppressWarnings("removal")
    static void signal(int value) {
        UNSAFE.putInt(shared, FLAG, value);  // race[a]
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal(0);
        Thread writer = new Thread(() -> {
            signal(1);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = shared.flag;              // race[a]
        Schedule.expect(seen == 1);
        writer.join();
    }
}
