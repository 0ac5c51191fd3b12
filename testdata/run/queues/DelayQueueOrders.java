//@ run: run
package queues;

import harness.Schedule;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** Putting an element into the queue happens-before taking it out when it is due. */
class DelayQueueOrders {
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
            data = 1;
            queue.put(due);
        });
        writer.start();
        Schedule.expect(queue.take() == due);
        Schedule.expect(data == 1);
        writer.join();
    }
}
