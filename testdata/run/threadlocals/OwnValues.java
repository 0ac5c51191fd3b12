//@ run: run
package threadlocals;

import harness.Schedule;

/** Each thread has its own value in the one thread-local variable: nothing is shared. */
class OwnValues {
    static final ThreadLocal<int[]> values = ThreadLocal.withInitial(() -> new int[1]);

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread other = new Thread(() -> {
            values.get()[0]++;
            Schedule.step(1);
            Schedule.await(2);
            Schedule.expect(values.get()[0] == 1);
        });
        other.start();
        Schedule.await(1);
        values.get()[0]++;
        Schedule.expect(values.get()[0] == 1);
        Schedule.step(2);
        other.join();
    }
}
