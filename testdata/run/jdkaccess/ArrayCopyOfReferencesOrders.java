//@ run: run
package jdkaccess;

import harness.Schedule;

/** System.arraycopy reads references as it reads numbers. The join orders it after the write. */
class ArrayCopyOfReferencesOrders {
    static final String[] data = new String[8];
    static final String[] copy = new String[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[3] = "set";
        });
        writer.start();
        writer.join();
        System.arraycopy(data, 0, copy, 0, 8);
        Schedule.expect(copy[3] != null);
    }
}
