//@ run: run
package reflection;

import harness.Schedule;
import java.lang.reflect.Field;

/** Field.setInt of a plain field is a plain write, which races with a read in code. */
class PlainFieldRaces {
    static final PlainFieldRaces shared = new PlainFieldRaces();
    int flag;
    static final Field FLAG = field();

    static Field field() {
        try {
            return PlainFieldRaces.class.getDeclaredField("flag");
        } catch (ReflectiveOperationException unexpected) {
            throw new ExceptionInInitializerError(unexpected);
        }
    }

    static void signal(int value) {
        try {
            FLAG.setInt(shared, value);  // race[a]
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
            signal(1);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = shared.flag;          // race[a]
        Schedule.expect(seen == 1);
        writer.join();
    }
}
