//@ run: run
package threadlocals;

import harness.Schedule;

/** Both threads have put the same array into their thread-local variable. */
class SharedValueRaces {
    static final ThreadLocal<int[]> values = new ThreadLocal<>();
    static final int[] shared = new int[1];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            values.set(shared);
            int[] mine = values.get();
            mine[0] = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        values.set(shared);
        int[] mine = values.get();
        Schedule.await(1);
        int seen = mine[0];  // race[a]
        writer.join();
    }
}
