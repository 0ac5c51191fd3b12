//@ run: run
package jdkaccess;

import harness.Schedule;

/** new String reads the bytes. The join orders it after the write. */
class StringOfBytesOrders {
    static final byte[] data = {'a', 'b', 'c'};

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[1] = 'x';
        });
        writer.start();
        writer.join();
        String text = new String(data);
        Schedule.expect(text.equals("axc"));
    }
}
