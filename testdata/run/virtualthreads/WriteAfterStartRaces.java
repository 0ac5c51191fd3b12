//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;

/** The write follows the start. */
class WriteAfterStartRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = Thread.startVirtualThread(() -> {
            Schedule.await(1);
            int seen = data;  // race[a]
        });
        data = 1;             // race[a]
        Schedule.step(1);
        reader.join();
    }
}
