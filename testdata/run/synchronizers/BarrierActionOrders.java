//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.CyclicBarrier;

/**
 * What came before the barrier happens-before its action, and the action happens-before what follows in every party.
 */
class BarrierActionOrders {
    static int before;
    static int action;
    static final CyclicBarrier barrier = new CyclicBarrier(2, () -> action = before + 1);

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread party = Schedule.thread(() -> {
            before = 1;
            Schedule.step(1);
            barrier.await();
            Schedule.expect(action == 2);
        });
        party.start();
        Schedule.await(1);
        barrier.await();
        Schedule.expect(action == 2);
        party.join();
    }
}
