//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;

/** A virtual thread has its own thread-local values, not those of its carrier. */
class ThreadLocalOwnValues {
    static final ThreadLocal<int[]> values = ThreadLocal.withInitial(() -> new int[1]);

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread other = Thread.startVirtualThread(() -> {
            values.get()[0]++;
            Schedule.expect(values.get()[0] == 1);
            Schedule.step(1);
        });
        Schedule.await(1);
        values.get()[0]++;
        Schedule.expect(values.get()[0] == 1);
        other.join();
    }
}
