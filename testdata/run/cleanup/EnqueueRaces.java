//@ run: run
package cleanup;

import harness.Schedule;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/** The write follows the enqueueing. */
class EnqueueRaces {
    static final ReferenceQueue<Object> queue = new ReferenceQueue<>();
    static final Object referent = new Object();
    static final WeakReference<Object> reference = new WeakReference<>(referent, queue);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            Schedule.expect(reference.enqueue());
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.expect(queue.remove() == reference);
        Schedule.await(1);
        int seen = data;  // race[a]
        writer.join();
    }
}
