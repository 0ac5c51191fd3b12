//@ run: run
package cleanup;

import harness.Schedule;
import java.lang.ref.Cleaner;

/**
 * What came before the registration with a cleaner is seen by the cleaning action: both take the lock of the list of
 * the cleaner.
 */
class CleanerOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Cleaner cleaner = Cleaner.create();
        register(cleaner);
        Schedule.collectUntil(1);
    }

    static void register(Cleaner cleaner) {
        data = 1;
        cleaner.register(new Object(), () -> {
            Schedule.expect(data == 1);
            Schedule.step(1);
        });
    }
}
