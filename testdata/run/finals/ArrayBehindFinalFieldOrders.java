//@ run: run
package finals;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What the constructor wrote to an array is seen by a read that reaches the array through the final field (JLS 17.5.1:
 * the freeze and the dereference chain order the two). The reference travels in opaque mode, which orders nothing and
 * is no race by itself.
 */
class ArrayBehindFinalFieldOrders {
    static final class Box {
        final int[] values = new int[1];

        Box(int value) {
            values[0] = value;
        }
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
        publish(new Box(0));
        Schedule.expect(take() != null);
        Thread writer = new Thread(() -> {
            publish(new Box(1));
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(take().values[0] == 1);
        writer.join();
    }
}
