//@ run: run
package fences;

import harness.Schedule;
import java.lang.invoke.VarHandle;

/** Without an acquire fence the reader may have read early. */
class ReleaseFenceAloneRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the calls before the thread starts: linking synchronises.
        VarHandle.releaseFence();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            VarHandle.releaseFence();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data;  // race[a]
        writer.join();
    }
}
