//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicInteger;

/** lazySet has the effects of setRelease, which a get receives. */
class LazySetOrders {
    static int data;
    static final AtomicInteger flag = new AtomicInteger();

    static void signal() {
        flag.lazySet(1);
    }

    static boolean received() {
        return flag.get() == 1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        flag.set(0);
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
