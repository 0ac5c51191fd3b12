//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The await ends by its time limit: nothing was counted down, nothing is ordered. */
class CountDownLatchTimedOutRaces {
    static final CountDownLatch latch = new CountDownLatch(1);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            Schedule.step(1);
            Schedule.await(2);
            latch.countDown();
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(!latch.await(1, TimeUnit.MILLISECONDS));
        int seen = data;  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
