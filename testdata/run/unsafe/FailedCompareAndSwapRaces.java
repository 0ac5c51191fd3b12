//@ run: run
package unsafe;

import harness.Schedule;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** The compareAndSwapInt of the writer fails: it has written nothing and releases nothing. */
class FailedCompareAndSwapRaces {
    static int data;
    static final Unsafe UNSAFE = unsafe();
    static final FailedCompareAndSwapRaces shared = new FailedCompareAndSwapRaces();
    static final long FLAG = offset();
    volatile int flag;

    @SuppressWarnings("removal")
    static long offset() {
        try {
            return UNSAFE.objectFieldOffset(FailedCompareAndSwapRaces.class.getDeclaredField("flag"));
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
        UNSAFE.compareAndSwapInt(shared, FLAG, 5, 6);
    }

    static boolean received() {
        return UNSAFE.getIntVolatile(shared, FLAG) == 0;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        shared.flag = 0;
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
