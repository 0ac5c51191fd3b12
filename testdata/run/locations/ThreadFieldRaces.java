//@ run: run
package locations;

import harness.Schedule;

/** A field of the thread object itself. */
class ThreadFieldRaces {
    static final class Counting extends Thread {
        int count;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Counting counting = new Counting();
        Thread writer = new Thread(() -> {
            counting.count = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = counting.count;  // race[a]
        writer.join();
    }
}
