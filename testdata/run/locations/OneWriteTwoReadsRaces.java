//@ run: run
package locations;

import harness.Schedule;

/** One write races with two reads at two places: one location, two reports. */
class OneWriteTwoReadsRaces {
    static int value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            Schedule.await(1);
            value = 1;         // race[a] race[b]
            Schedule.step(2);
        });
        Thread reader = new Thread(() -> {
            Schedule.await(2);
            int seen = value;  // race[a]
            Schedule.step(3);
        });
        writer.start();
        reader.start();
        Schedule.step(1);
        Schedule.await(3);
        int seen = value;      // race[b]
        writer.join();
        reader.join();
    }
}
