//@ run: run
package volatiles;

import harness.Schedule;

/** A volatile read does not happen-before a later write of the same field. */
class ReadThenWriteRaces {
    static volatile int flag;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;  // race[a]
            int before = flag;
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        flag = 1;
        data = 2;      // race[a]
        writer.join();
    }
}
