//@ run: run
package queues;

import harness.Schedule;
import java.util.concurrent.LinkedBlockingQueue;

/** The producer puts into one queue and the consumer takes from another. */
class TwoQueuesRaces {
    static final LinkedBlockingQueue<String> one = new LinkedBlockingQueue<>();
    static final LinkedBlockingQueue<String> other = new LinkedBlockingQueue<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = Schedule.thread(() -> {
            one.put("element");
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        other.put("element");
        Schedule.expect(other.take().equals("element"));
        Schedule.await(1);
        int seen = data;  // race[a]
        writer.join();
    }
}
