//@ run: run
package locations;

import harness.Schedule;

/** One element of an array of char. */
class CharElementRaces {
    static final char[] values = new char[4];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            values[2] = 'x';    // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        char seen = values[2];  // race[a]
        writer.join();
    }
}
