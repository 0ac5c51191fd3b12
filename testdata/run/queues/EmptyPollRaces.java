//@ run: run
package queues;

import harness.Schedule;
import java.util.concurrent.LinkedBlockingQueue;

/** A poll that finds nothing has taken nothing; the put comes later. */
class EmptyPollRaces {
    static final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            Schedule.await(1);
            data = 1;     // race[a]
            Schedule.step(2);
            Schedule.await(3);
            queue.add("element");
        });
        writer.start();
        Schedule.expect(queue.poll() == null);
        Schedule.step(1);
        Schedule.await(2);
        int seen = data;  // race[a]
        Schedule.step(3);
        writer.join();
    }
}
