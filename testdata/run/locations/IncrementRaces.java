//@ run: run
package locations;

import harness.Schedule;

/** Each side reads and writes on one line; both accesses of both sides race, as one pair of places. */
class IncrementRaces {
    static int value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            value++;  // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        value++;      // race[a]
        writer.join();
    }
}
