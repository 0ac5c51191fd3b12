//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.CyclicBarrier;

/** The last party to arrive runs the action; what that party writes after the barrier is not covered by it. */
class BarrierActionRaces {
    static int data;
    static int runs;
    static final CyclicBarrier barrier = new CyclicBarrier(2, () -> runs++);

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread party = Schedule.thread(() -> {
            barrier.await();
            data = runs;  // race[a]
            Schedule.step(1);
        });
        party.start();
        barrier.await();
        Schedule.await(1);
        int seen = data;  // race[a]
        party.join();
    }
}
