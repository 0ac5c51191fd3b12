//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.CountDownLatch;

/** The write follows the count-down. */
class CountDownLatchRaces {
    static final CountDownLatch latch = new CountDownLatch(1);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            latch.countDown();
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        latch.await();
        Schedule.await(1);
        int seen = data;  // race[a]
        writer.join();
    }
}
