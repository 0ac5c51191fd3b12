//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * Many threads add at once and the sum is read after joins. LongAdder promises no order between add and sum, so this
 * relies on the joins, and on its cells being no data of the program.
 */
class LongAdderCounts {
    static final LongAdder adder = new LongAdder();
    static final LongAccumulator largest = new LongAccumulator(Math::max, 0);

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int n = 1; n <= 1000; n++) {
                    adder.increment();
                    largest.accumulate(n);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Schedule.expect(adder.sum() == 4000);
        Schedule.expect(largest.get() == 1000);
    }
}
