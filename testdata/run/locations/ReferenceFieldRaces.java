//@ run: run
package locations;

import harness.Schedule;

/** A field that holds a reference. */
class ReferenceFieldRaces {
    static String value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            value = "set";    // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        String seen = value;  // race[a]
        writer.join();
    }
}
