//@ run: run
package threadlocals;

import harness.Schedule;

/** A thread inherits the value when it is made, and its start orders what was written before. */
class InheritedOrders {
    static final InheritableThreadLocal<int[]> values = new InheritableThreadLocal<>();

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] value = new int[1];
        values.set(value);
        value[0] = 1;
        Thread heir = new Thread(() -> {
            Schedule.expect(values.get()[0] == 1);
        });
        heir.start();
        heir.join();
    }
}
