//@ run: run
package locations;

import harness.Schedule;

/** A field of type short. */
class ShortFieldRaces {
    static short value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            value = 1;       // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        short seen = value;  // race[a]
        writer.join();
    }
}
