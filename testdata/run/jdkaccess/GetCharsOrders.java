//@ run: run
package jdkaccess;

import harness.Schedule;

/** String.getChars writes the characters. The join orders it after the write. */
class GetCharsOrders {
    static final char[] data = {'a', 'b', 'c'};

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[1] = 'x';
        });
        writer.start();
        writer.join();
        "123".getChars(0, 3, data, 0);
        Schedule.expect(data[1] == '2');
    }
}
