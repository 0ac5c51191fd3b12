//@ run: run
package locations;

import harness.Schedule;

/** A field of type char. */
class CharFieldRaces {
    static char value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            value = 'x';    // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        char seen = value;  // race[a]
        writer.join();
    }
}
