//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;

/** The read comes before the join. */
class ReadBeforeJoinRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = Thread.startVirtualThread(() -> {
            data = 1;     // race[a]
            Schedule.step(1);
        });
        Schedule.await(1);
        int seen = data;  // race[a]
        writer.join();
    }
}
