//@ run: run
package locations;

import harness.Schedule;

/** A long field, of which a race may show halves of two writes; it is one location and one report. */
class LongFieldRaces {
    static long value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            value = 1L << 40 | 1;  // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        long seen = value;         // race[a]
        writer.join();
    }
}
