//@ run: run
package locations;

import harness.Schedule;

/** Two threads run the same line, which races with itself. */
class SameLineRaces {
    static int value;

    static void add() {
        value++;  // race[a] race[a]
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread other = new Thread(() -> {
            add();
            Schedule.step(1);
        });
        other.start();
        Schedule.await(1);
        add();
        other.join();
    }
}
