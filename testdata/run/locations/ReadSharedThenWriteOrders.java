//@ run: run
package locations;

import harness.Schedule;

/** Two threads read at the same time and a third one writes after it has joined both. */
class ReadSharedThenWriteOrders {
    static int value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> Schedule.expect(value == 0));
        Thread other = new Thread(() -> Schedule.expect(value == 0));
        one.start();
        other.start();
        one.join();
        other.join();
        value = 1;
    }
}
