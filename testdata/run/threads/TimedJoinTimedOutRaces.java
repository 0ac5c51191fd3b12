//@ run: run
package threads;

import harness.Schedule;

/** The timed join returns while the thread is still alive, which orders nothing. */
class TimedJoinTimedOutRaces {
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
        writer.join(10);
        int seen = data;  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
