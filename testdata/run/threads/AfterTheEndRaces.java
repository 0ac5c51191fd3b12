//@ run: run
package threads;

import harness.Schedule;

/** The writer has ended long before the read, but nothing detected that: the end of a thread alone orders nothing. */
class AfterTheEndRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Thread.sleep(50);
        int seen = data;  // race[a]
        writer.join();
    }
}
