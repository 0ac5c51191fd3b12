//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.CyclicBarrier;

/** What each party did before the barrier happens-before what the others do after it, in both directions. */
class CyclicBarrierOrders {
    static final CyclicBarrier barrier = new CyclicBarrier(2);
    static int here;
    static int there;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread party = Schedule.thread(() -> {
            here = 1;
            barrier.await();
            Schedule.expect(there == 1);
        });
        party.start();
        there = 1;
        barrier.await();
        Schedule.expect(here == 1);
        party.join();
    }
}
