//@ run: run
package cleanup;

import harness.Schedule;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

/**
 * The collector enqueues the reference after the reachabilityFence, and removing it from the queue comes after that
 * (memory consistency properties of java.lang.ref).
 */
class PhantomReferenceOrders {
    static final ReferenceQueue<Object> queue = new ReferenceQueue<>();
    static int data;
    static PhantomReference<Object> reference;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = Schedule.thread(() -> {
            queue.remove();
            Schedule.expect(data == 1);
            Schedule.step(1);
        });
        reader.start();
        makeAndWrite();
        Schedule.collectUntil(1);
        reader.join();
    }

    static void makeAndWrite() {
        Object collected = new Object();
        reference = new PhantomReference<>(collected, queue);
        data = 1;
        Reference.reachabilityFence(collected);
    }
}
