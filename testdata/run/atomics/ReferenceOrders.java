//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicReference;

/** A reference is published by set and received by get. */
class ReferenceOrders {
    static int data;
    static final AtomicReference<String> flag = new AtomicReference<>();

    static void signal() {
        flag.set("set");
    }

    static boolean received() {
        return flag.get() != null;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        flag.set(null);
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
