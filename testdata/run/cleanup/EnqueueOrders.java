//@ run: run
package cleanup;

import harness.Schedule;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/** Enqueueing a reference happens-before its removal from the queue. */
class EnqueueOrders {
    static final ReferenceQueue<Object> queue = new ReferenceQueue<>();
    static final Object referent = new Object();
    static final WeakReference<Object> reference = new WeakReference<>(referent, queue);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            Schedule.expect(reference.enqueue());
        });
        writer.start();
        Schedule.expect(queue.remove() == reference);
        Schedule.expect(data == 1);
        writer.join();
    }
}
