//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicBoolean;

/** A successful compareAndSet has the effects of a volatile read and a volatile write. */
class CompareAndSetOrders {
    static int data;
    static final AtomicBoolean flag = new AtomicBoolean();

    static void signal() {
        flag.compareAndSet(false, true);
    }

    static boolean received() {
        return flag.compareAndSet(true, false);
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        flag.set(false);
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
