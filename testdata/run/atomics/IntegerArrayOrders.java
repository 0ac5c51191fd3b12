//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** An element of an AtomicIntegerArray is as a volatile variable. */
class IntegerArrayOrders {
    static int data;
    static final AtomicIntegerArray flags = new AtomicIntegerArray(4);

    static void signal() {
        flags.set(2, 1);
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
