//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicInteger;

/** The compareAndSet of the writer fails: it writes nothing, so no later read is ordered after it. */
class FailedCompareAndSetRaces {
    static int data;
    static final AtomicInteger flag = new AtomicInteger();

    static void signal() {
        flag.compareAndSet(5, 6);
    }

    static boolean received() {
        return flag.get() == 0;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        flag.set(0);
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            signal();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(received());
        int seen = data;  // race[a]
        writer.join();
    }
}
