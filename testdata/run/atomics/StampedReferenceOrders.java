//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicStampedReference;

/** Reference and stamp change together, by a compareAndSet. */
class StampedReferenceOrders {
    static int data;
    static final AtomicStampedReference<String> flag = new AtomicStampedReference<>("value", 0);

    static void signal() {
        flag.compareAndSet("value", "value", 0, 1);
    }

    static boolean received() {
        return flag.getStamp() == 1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        flag.set("value", 0);
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
