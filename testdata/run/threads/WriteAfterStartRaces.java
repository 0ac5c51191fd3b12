//@ run: run
package threads;

import harness.Schedule;

/** The write follows the start of the thread that reads. */
class WriteAfterStartRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = new Thread(() -> {
            Schedule.await(1);
            int seen = data;  // race[a]
        });
        reader.start();
        data = 1;             // race[a]
        Schedule.step(1);
        reader.join();
    }
}
