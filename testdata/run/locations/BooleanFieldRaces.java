//@ run: run
package locations;

import harness.Schedule;

/** A field of type boolean. */
class BooleanFieldRaces {
    static boolean value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            value = true;      // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        boolean seen = value;  // race[a]
        writer.join();
    }
}
