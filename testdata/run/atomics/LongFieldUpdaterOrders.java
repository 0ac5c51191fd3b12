//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/** lazySet through an updater releases, a direct read of the volatile field acquires. */
class LongFieldUpdaterOrders {
    static int data;
    volatile long flag;
    static final LongFieldUpdaterOrders shared = new LongFieldUpdaterOrders();
    static final AtomicLongFieldUpdater<LongFieldUpdaterOrders> FLAG =
            AtomicLongFieldUpdater.newUpdater(LongFieldUpdaterOrders.class, "flag");

    static void signal() {
        FLAG.lazySet(shared, 1);
    }

    static boolean received() {
        return shared.flag == 1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        FLAG.set(shared, 0);
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
