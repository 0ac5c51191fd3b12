//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The write follows the release of the element. */
class ReferenceArrayRaces {
    static int data;
    static final AtomicReferenceArray<String> flags = new AtomicReferenceArray<>(4);

    static void signal() {
        flags.set(2, "set");
    }

    static boolean received() {
        return flags.get(2) != null;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        flags.set(2, null);
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
