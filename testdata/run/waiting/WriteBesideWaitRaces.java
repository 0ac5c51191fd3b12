//@ run: run
package waiting;

import harness.Schedule;

/** The writer never locks what the reader waits on; that the reader waits at that time orders nothing. */
class WriteBesideWaitRaces {
    static final Object lock = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = Schedule.thread(() -> {
            synchronized (lock) {
                Schedule.step(1);
                lock.wait(20);
            }
            Schedule.await(2);
            int seen = data;  // race[a]
        });
        reader.start();
        Schedule.await(1);
        data = 1;             // race[a]
        Schedule.step(2);
        reader.join();
    }
}
