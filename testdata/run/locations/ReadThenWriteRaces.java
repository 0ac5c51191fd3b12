//@ run: run
package locations;

import harness.Schedule;

/** The read comes first and the write second: no order of a conflicting pair makes it less of a race. */
class ReadThenWriteRaces {
    static int value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = new Thread(() -> {
            int seen = value;  // race[a]
            Schedule.step(1);
        });
        reader.start();
        Schedule.await(1);
        value = 1;             // race[a]
        reader.join();
    }
}
