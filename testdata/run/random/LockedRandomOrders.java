//@ run: run
package random;

import harness.Schedule;
import java.util.Random;

/** What the program does with a Random itself orders threads: here it serves as a lock. */
class LockedRandomOrders {
    static final Random random = new Random(1);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            synchronized (random) {
                data = random.nextInt();
            }
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen;
        synchronized (random) {
            seen = data;
        }
        writer.join();
    }
}
