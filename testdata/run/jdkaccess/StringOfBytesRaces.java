//@ run: run
package jdkaccess;

import harness.Schedule;

/** new String reads the bytes. Nothing orders it after the write; the place of the access is the call. */
class StringOfBytesRaces {
    static final byte[] data = {'a', 'b', 'c'};

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[1] = 'x';               // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        writer.start();
        Schedule.await(1);
        String text = new String(data);  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
