//@ run: run
package cleanup;

import harness.Schedule;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

/** The write follows the last use of the object, so the reference may be enqueued before it. */
class PhantomReferenceRaces {
    static final ReferenceQueue<Object> queue = new ReferenceQueue<>();
    static int data;
    static PhantomReference<Object> reference;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = Schedule.thread(() -> {
            queue.remove();
            Schedule.await(2);
            int seen = data;  // race[a]
            Schedule.step(1);
        });
        reader.start();
        makeAndWrite();
        data = 1;             // race[a]
        Schedule.step(2);
        Schedule.collectUntil(1);
        reader.join();
    }

    static void makeAndWrite() {
        Object collected = new Object();
        reference = new PhantomReference<>(collected, queue);
        Reference.reachabilityFence(collected);
    }
}
