//@ run: run
package threads;

import harness.Schedule;

/** An isAlive that returns true has detected no end and orders nothing. */
class IsAliveTrueRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(writer.isAlive());
        int seen = data;  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
