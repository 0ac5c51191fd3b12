//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** The field is written directly and read through the updater. */
class ReferenceFieldUpdaterOrders {
    static int data;
    volatile String flag;
    static final ReferenceFieldUpdaterOrders shared = new ReferenceFieldUpdaterOrders();
    static final AtomicReferenceFieldUpdater<ReferenceFieldUpdaterOrders, String> FLAG =
            AtomicReferenceFieldUpdater.newUpdater(ReferenceFieldUpdaterOrders.class, String.class, "flag");

    static void signal() {
        shared.flag = "set";
    }

    static boolean received() {
        return FLAG.getAndSet(shared, null) != null;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        shared.flag = null;
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
