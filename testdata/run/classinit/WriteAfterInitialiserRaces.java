//@ run: run
package classinit;

import harness.Schedule;

/** The write comes after the initialiser, by the thread that ran it: using the class does not order it. */
class WriteAfterInitialiserRaces {
    static final class Holder {
        static int value;

        static {
            value = 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread initialiser = new Thread(() -> {
            Holder.value = 2;     // race[a]
            Schedule.step(1);
        });
        initialiser.start();
        Schedule.await(1);
        int seen = Holder.value;  // race[a]
        initialiser.join();
    }
}
