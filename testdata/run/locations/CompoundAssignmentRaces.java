//@ run: run
package locations;

import harness.Schedule;

/** A compound assignment of an element reads and writes it. */
class CompoundAssignmentRaces {
    static final long[] sums = new long[2];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            sums[1] += 5;  // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        sums[1] += 7;      // race[a]
        writer.join();
    }
}
