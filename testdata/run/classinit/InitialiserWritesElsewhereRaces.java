//@ run: run
package classinit;

import harness.Schedule;

/** The initialiser writes a field of another class, and the reader never uses the class that it initialises. */
class InitialiserWritesElsewhereRaces {
    static int data;

    static final class Holder {
        static int value;

        static {
            value = 1;
            data = 1;     // race[a]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread initialiser = new Thread(() -> {
            Schedule.expect(Holder.value == 1);
            Schedule.step(1);
        });
        initialiser.start();
        Schedule.await(1);
        int seen = data;  // race[a]
        initialiser.join();
    }
}
