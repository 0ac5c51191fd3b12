//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicMarkableReference;

/** The mark changes by a compareAndSet. */
class MarkableReferenceOrders {
    static int data;
    static final AtomicMarkableReference<String> flag = new AtomicMarkableReference<>("value", false);

    static void signal() {
        flag.attemptMark("value", true);
    }

    static boolean received() {
        return flag.isMarked();
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        flag.set("value", false);
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
