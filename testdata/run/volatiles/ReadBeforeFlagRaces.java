//@ run: run
package volatiles;

import harness.Schedule;

/** The reader reads the data before the flag: the volatile read comes too late. */
class ReadBeforeFlagRaces {
    static volatile boolean ready;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            ready = true;
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data;  // race[a]
        boolean late = ready;
        writer.join();
    }
}
