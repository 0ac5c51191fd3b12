//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.LockSupport;

/**
 * park may return for no reason, and an unpark before it is ordered with volatile accesses, not necessarily with others
 * (LockSupport): a program that relies on it races.
 */
class ParkRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Permits itself once, so that the class is ready before the thread starts.
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        Thread reader = new Thread(() -> {
            LockSupport.park();
            Schedule.await(1);
            int seen = data;  // race[a]
        });
        reader.start();
        data = 1;             // race[a]
        LockSupport.unpark(reader);
        Schedule.step(1);
        reader.join();
    }
}
