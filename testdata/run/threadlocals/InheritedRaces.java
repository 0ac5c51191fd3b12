//@ run: run
package threadlocals;

import harness.Schedule;

/** The parent writes the inherited array after the start. */
class InheritedRaces {
    static final InheritableThreadLocal<int[]> values = new InheritableThreadLocal<>();

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] value = new int[1];
        values.set(value);
        Thread heir = new Thread(() -> {
            int[] inherited = values.get();
            Schedule.await(1);
            int seen = inherited[0];  // race[a]
        });
        heir.start();
        value[0] = 1;                 // race[a]
        Schedule.step(1);
        heir.join();
    }
}
