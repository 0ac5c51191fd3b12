//@ run: run
package volatiles;

import harness.Schedule;

/** The reference is volatile, the elements are not: both sides read the reference and neither writes it. */
class ArrayElementRaces {
    static volatile int[] data = new int[1];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[0] = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data[0];  // race[a]
        writer.join();
    }
}
