//@ run: run
package queues;

import harness.Schedule;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** The write follows the put, so taking the element does not order it. */
class DelayQueueRaces {
    static final class Due implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    static final DelayQueue<Due> queue = new DelayQueue<>();
    static final Due due = new Due();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            queue.put(due);
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.expect(queue.take() == due);
        Schedule.await(1);
        int seen = data;  // race[a]
        writer.join();
    }
}
