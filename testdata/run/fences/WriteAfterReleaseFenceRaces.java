//@ run: run
package fences;

import harness.Schedule;
import java.lang.invoke.VarHandle;

/** The write follows the release fence. */
class WriteAfterReleaseFenceRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the calls before the thread starts: linking synchronises.
        VarHandle.releaseFence();
        VarHandle.acquireFence();
        Thread writer = new Thread(() -> {
            VarHandle.releaseFence();
            data = 1;     // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        writer.start();
        Schedule.await(1);
        VarHandle.acquireFence();
        int seen = data;  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
