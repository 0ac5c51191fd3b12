//@ run: run
package locations;

import harness.Schedule;

/** Two threads read, which is no race, and a third one writes: it races with both reads. */
class ReadSharedThenWriteRaces {
    static int value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> {
            Schedule.await(1);
            int seen = value;  // race[a]
            Schedule.step(2);
        });
        Thread other = new Thread(() -> {
            Schedule.await(2);
            int seen = value;  // race[b]
            Schedule.step(3);
        });
        one.start();
        other.start();
        Schedule.step(1);
        Schedule.await(3);
        value = 1;             // race[a] race[b]
        one.join();
        other.join();
    }
}
