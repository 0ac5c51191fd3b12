//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.CountDownLatch;

/** Counting down happens-before the return of await. */
class CountDownLatchOrders {
    static final CountDownLatch latch = new CountDownLatch(1);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            latch.countDown();
        });
        writer.start();
        latch.await();
        Schedule.expect(data == 1);
        writer.join();
    }
}
