//@ run: run
package finals;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A plain field of an object that the constructor made and filled is seen through the final field that holds the
 * object. The reference travels in opaque mode, which orders nothing and is no race by itself.
 */
class ObjectBehindFinalFieldOrders {
    static final class Inner {
        int value;
    }

    static final class Box {
        final Inner inner;

        Box(int value) {
            Inner made = new Inner();
            made.value = value;
            inner = made;
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
        Schedule.expect(take().inner.value == 1);
        writer.join();
    }
}
