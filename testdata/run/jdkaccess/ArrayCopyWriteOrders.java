//@ run: run
package jdkaccess;

import harness.Schedule;

/** System.arraycopy writes the elements that it copies to. The join orders it after the write. */
class ArrayCopyWriteOrders {
    static final int[] data = new int[8];
    static final int[] copy = new int[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            copy[3] = 1;
        });
        writer.start();
        writer.join();
        System.arraycopy(data, 0, copy, 0, 8);
        Schedule.expect(copy[3] == 0);
    }
}
