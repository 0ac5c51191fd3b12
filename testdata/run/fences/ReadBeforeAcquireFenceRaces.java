//@ run: run
package fences;

import harness.Schedule;
import java.lang.invoke.VarHandle;

/** The read comes before the acquire fence. */
class ReadBeforeAcquireFenceRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the calls before the thread starts: linking synchronises.
        VarHandle.releaseFence();
        VarHandle.acquireFence();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            VarHandle.releaseFence();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data;  // race[a]
        VarHandle.acquireFence();
        writer.join();
    }
}
