//@ run: run
package locations;

import harness.Schedule;

/** A field of type double. */
class DoubleFieldRaces {
    static double value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            value = 1;        // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        double seen = value;  // race[a]
        writer.join();
    }
}
