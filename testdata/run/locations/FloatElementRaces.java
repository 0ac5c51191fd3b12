//@ run: run
package locations;

import harness.Schedule;

/** One element of an array of float. */
class FloatElementRaces {
    static final float[] values = new float[4];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            values[2] = 1;       // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        float seen = values[2];  // race[a]
        writer.join();
    }
}
