//@ run: run
package locations;

import harness.Schedule;

/** A field of type byte. */
class ByteFieldRaces {
    static byte value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            value = 1;      // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        byte seen = value;  // race[a]
        writer.join();
    }
}
