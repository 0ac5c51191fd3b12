//@ run: run
package fences;

import harness.Schedule;
import java.lang.invoke.VarHandle;

/** Without a release fence the writer may write late. */
class AcquireFenceAloneRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the calls before the thread starts: linking synchronises.
        VarHandle.acquireFence();
        Thread writer = new Thread(() -> {
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
