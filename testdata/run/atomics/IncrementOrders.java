//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicLong;

/** Reading and writing in one step acquires and releases. */
class IncrementOrders {
    static int data;
    static final AtomicLong flag = new AtomicLong();

    static void signal() {
        flag.incrementAndGet();
    }

    static boolean received() {
        return flag.getAndIncrement() == 1;
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
