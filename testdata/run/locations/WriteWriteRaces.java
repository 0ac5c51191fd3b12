//@ run: run
package locations;

import harness.Schedule;

/** Two writes and no read. */
class WriteWriteRaces {
    static int value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            value = 1;  // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        value = 2;      // race[a]
        writer.join();
    }
}
