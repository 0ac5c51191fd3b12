//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.Semaphore;

/** A release happens-before a later successful acquire. */
class SemaphoreOrders {
    static final Semaphore semaphore = new Semaphore(0);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            semaphore.release();
        });
        writer.start();
        semaphore.acquire();
        Schedule.expect(data == 1);
        writer.join();
    }
}
