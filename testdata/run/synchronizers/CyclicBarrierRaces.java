//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.CyclicBarrier;

/** Both accesses come after the barrier. */
class CyclicBarrierRaces {
    static final CyclicBarrier barrier = new CyclicBarrier(2);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = Schedule.thread(() -> {
            barrier.await();
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        barrier.await();
        Schedule.await(1);
        int seen = data;  // race[a]
        writer.join();
    }
}
