//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.CountDownLatch;

/** Every count-down happens-before the return of await, not only the last. */
class CountDownLatchOfTwoOrders {
    static final CountDownLatch latch = new CountDownLatch(2);
    static final int[] data = new int[2];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> {
            data[0] = 1;
            latch.countDown();
            Schedule.step(1);
        });
        Thread other = new Thread(() -> {
            Schedule.await(1);
            data[1] = 1;
            latch.countDown();
        });
        one.start();
        other.start();
        latch.await();
        Schedule.expect(data[0] == 1);
        Schedule.expect(data[1] == 1);
        one.join();
        other.join();
    }
}
