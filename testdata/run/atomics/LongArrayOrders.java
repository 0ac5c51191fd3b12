//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicLongArray;

/** addAndGet on an element acquires and releases. */
class LongArrayOrders {
    static int data;
    static final AtomicLongArray flags = new AtomicLongArray(4);

    static void signal() {
        flags.addAndGet(2, 1);
    }

    static boolean received() {
        return flags.get(2) == 1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        flags.set(2, 0);
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
