//@ run: run
package locations;

import harness.Schedule;

/** Two threads read and only one is joined before the write: the read of the other races. */
class ReadSharedOneUnjoinedRaces {
    static int value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> {
            Schedule.await(1);
            int seen = value;  // race[a]
            Schedule.step(2);
            Schedule.await(3);
        });
        Thread other = new Thread(() -> {
            Schedule.await(1);
            int seen = value;
        });
        one.start();
        other.start();
        Schedule.step(1);
        Schedule.await(2);
        other.join();
        value = 1;             // race[a]
        Schedule.step(3);
        one.join();
    }
}
