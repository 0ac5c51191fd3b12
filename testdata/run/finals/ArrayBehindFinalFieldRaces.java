//@ run: run
package finals;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The element is written after the constructor has ended: the final field covers what came before its freeze. The
 * reference travels in opaque mode, which orders nothing and is no race by itself.
 */
class ArrayBehindFinalFieldRaces {
    static final class Box {
        final int[] values = new int[1];
    }

    static final VarHandle PUBLISHED = MethodHandles.arrayElementVarHandle(Box[].class);
    static final Box[] published = new Box[1];

    static void publish(Box box) {
        PUBLISHED.setOpaque(published, 0, box);
    }

    static Box take() {
        return (Box) PUBLISHED.getOpaque(published, 0);
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links both calls before the thread starts: linking synchronises.
        publish(new Box());
        Schedule.expect(take() != null);
        Thread writer = new Thread(() -> {
            Box box = new Box();
            box.values[0] = 1;        // race[a]
            publish(box);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = take().values[0];  // race[a]
        writer.join();
    }
}
