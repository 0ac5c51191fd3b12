//@ run: run
package locations;

import harness.Schedule;

/** One element of an array of boolean. */
class BooleanElementRaces {
    static final boolean[] values = new boolean[4];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            values[2] = true;      // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        boolean seen = values[2];  // race[a]
        writer.join();
    }
}
