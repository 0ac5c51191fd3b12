//@ run: run
package jdkaccess;

import harness.Schedule;

/** String.getChars writes the characters. Nothing orders it after the write; the place of the access is the call. */
class GetCharsRaces {
    static final char[] data = {'a', 'b', 'c'};

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[1] = 'x';              // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        writer.start();
        Schedule.await(1);
        "123".getChars(0, 3, data, 0);  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
