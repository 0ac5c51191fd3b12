//@ run: run
package cleanup;

import harness.Schedule;
import java.lang.ref.Cleaner;

/** The write follows the registration, and no use of the object follows the write. */
class CleanerRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Cleaner cleaner = Cleaner.create();
        register(cleaner);
        data = 1;             // race[a]
        Schedule.step(1);
        Schedule.collectUntil(2);
    }

    static void register(Cleaner cleaner) {
        cleaner.register(new Object(), () -> {
            Schedule.await(1);
            int seen = data;  // race[a]
            Schedule.step(2);
        });
    }
}
