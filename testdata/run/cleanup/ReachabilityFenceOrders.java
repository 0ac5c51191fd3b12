//@ run: run
package cleanup;

import harness.Schedule;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;

/**
 * What comes before a reachabilityFence happens-before the clearing of references to the object, that before their
 * removal from the queue, and that before the cleaning action (memory consistency properties of java.lang.ref).
 */
class ReachabilityFenceOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Cleaner cleaner = Cleaner.create();
        registerAndWrite(cleaner);
        Schedule.collectUntil(1);
    }

    static void registerAndWrite(Cleaner cleaner) {
        Object cleaned = new Object();
        cleaner.register(cleaned, () -> {
            Schedule.expect(data == 1);
            Schedule.step(1);
        });
        data = 1;
        Reference.reachabilityFence(cleaned);
    }
}
