//@ run: run
package volatiles;

import harness.Schedule;

/** Two volatile writes of one field do not order each other: an edge needs a read. */
class WriteOnlyRaces {
    static volatile int flag;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;  // race[a]
            flag = 1;
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        flag = 2;
        data = 2;      // race[a]
        writer.join();
    }
}
