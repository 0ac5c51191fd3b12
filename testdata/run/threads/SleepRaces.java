//@ run: run
package threads;

import harness.Schedule;

/** Sleeping orders nothing (JLS 17.3), however long both sides sleep. */
class SleepRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread.sleep(1);
        Thread writer = Schedule.thread(() -> {
            data = 1;     // race[a]
            Thread.sleep(20);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Thread.sleep(20);
        int seen = data;  // race[a]
        writer.join();
    }
}
