//@ run: run
package queues;

import harness.Schedule;
import java.util.concurrent.LinkedBlockingQueue;

/** The producer writes the element again after it has handed it over. */
class ElementKeptRaces {
    static final LinkedBlockingQueue<int[]> queue = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = Schedule.thread(() -> {
            int[] made = new int[1];
            queue.put(made);
            made[0] = 1;      // race[a]
            Schedule.step(1);
        });
        writer.start();
        int[] taken = queue.take();
        Schedule.await(1);
        int seen = taken[0];  // race[a]
        writer.join();
    }
}
