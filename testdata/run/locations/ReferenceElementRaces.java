//@ run: run
package locations;

import harness.Schedule;

/** One element of an array of references. */
class ReferenceElementRaces {
    static final String[] values = new String[4];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            values[2] = "set";    // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        String seen = values[2];  // race[a]
        writer.join();
    }
}
