//@ run: run
package jdkaccess;

import harness.Schedule;

/** clone reads every element. The join orders it after the write. */
class CloneOrders {
    static final int[] data = new int[8];

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data[3] = 1;
        });
        writer.start();
        writer.join();
        int[] copy = data.clone();
        Schedule.expect(copy[3] == 1);
    }
}
