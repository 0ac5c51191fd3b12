//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** The updater of a volatile field writes it as the field itself would be, and the field can be read directly. */
class IntegerFieldUpdaterOrders {
    static int data;
    volatile int flag;
    static final IntegerFieldUpdaterOrders shared = new IntegerFieldUpdaterOrders();
    static final AtomicIntegerFieldUpdater<IntegerFieldUpdaterOrders> FLAG =
            AtomicIntegerFieldUpdater.newUpdater(IntegerFieldUpdaterOrders.class, "flag");

    static void signal() {
        FLAG.compareAndSet(shared, 0, 1);
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
