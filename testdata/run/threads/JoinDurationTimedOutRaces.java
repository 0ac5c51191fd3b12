//@ run: run
//@ since: 21
package threads;

import harness.Schedule;
import java.time.Duration;

/** The join with a Duration returns false, which orders nothing. */
class JoinDurationTimedOutRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(!writer.join(Duration.ofMillis(10)));
        int seen = data;  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
