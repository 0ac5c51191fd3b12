//@ run: run
package finals;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A field that is not final has no such guarantee, although it is written in the constructor only. The reference
 * travels in opaque mode, which orders nothing and is no race by itself.
 */
class PlainFieldRaces {
    static final class Box {
        final int value;
        int plain;

        Box(int value) {
            this.value = value;
            this.plain = value;  // race[a]
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
        Box box = take();
        Schedule.expect(box.value == 1);
        int seen = box.plain;    // race[a]
        writer.join();
    }
}
