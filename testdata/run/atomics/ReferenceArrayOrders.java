//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** compareAndSet on an element acquires and releases. */
class ReferenceArrayOrders {
    static int data;
    static final AtomicReferenceArray<String> flags = new AtomicReferenceArray<>(4);

    static void signal() {
        flags.compareAndSet(2, null, "set");
    }

    static boolean received() {
        return flags.get(2) != null;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        flags.set(2, null);
        Thread writer = new Thread(() -> {
            data = 1;
            signal();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(received());
        Schedule.expect(data == 1);
        writer.join();
    }
}
