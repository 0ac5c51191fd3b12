//@ run: run
package threads;

import harness.Schedule;

/** One thread starts two: neither start orders the siblings with each other. */
class SiblingRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> {
            Schedule.await(1);
            data = 1;         // race[a]
            Schedule.step(2);
        });
        Thread other = new Thread(() -> {
            Schedule.await(2);
            int seen = data;  // race[a]
        });
        one.start();
        other.start();
        Schedule.step(1);
        one.join();
        other.join();
    }
}
