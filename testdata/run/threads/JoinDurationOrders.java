//@ run: run
//@ since: 21
package threads;

import harness.Schedule;
import java.time.Duration;

/** The join with a Duration returns true when the thread has ended, which orders. */
class JoinDurationOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
        });
        writer.start();
        Schedule.expect(writer.join(Duration.ofSeconds(60)));
        Schedule.expect(data == 1);
        writer.join();
    }
}
