//@ run: run
package jdkaccess;

import harness.Schedule;

/**
 * System.arraycopy reads references as it reads numbers. Nothing orders it after the write; the place of the access is
 * the call.
 */
class ArrayCopyOfReferencesRaces {
    static final String[] data = new String[8];
    static final String[] copy = new String[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[3] = "set";                    // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        writer.start();
        Schedule.await(1);
        System.arraycopy(data, 0, copy, 0, 8);  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
