//@ run: run
package threads;

import harness.Schedule;

/** The read comes before the join. */
class ReadBeforeJoinRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data;  // race[a]
        writer.join();
    }
}
