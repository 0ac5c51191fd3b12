//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** The write follows the update. */
class IntegerFieldUpdaterRaces {
    static int data;
    volatile int flag;
    static final IntegerFieldUpdaterRaces shared = new IntegerFieldUpdaterRaces();
    static final AtomicIntegerFieldUpdater<IntegerFieldUpdaterRaces> FLAG =
            AtomicIntegerFieldUpdater.newUpdater(IntegerFieldUpdaterRaces.class, "flag");

    static void signal() {
        FLAG.getAndIncrement(shared);
    }

    static boolean received() {
        return FLAG.get(shared) == 1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        FLAG.set(shared, 0);
        Thread writer = new Thread(() -> {
            signal();
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(received());
        int seen = data;  // race[a]
        writer.join();
    }
}
