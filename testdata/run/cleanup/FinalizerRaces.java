//@ run: run
package cleanup;

import harness.Schedule;

/** The write follows the end of the constructor: that the object was collected later orders nothing. */
class FinalizerRaces {
    static int data;

    static final class Finalised {
        @SuppressWarnings({"deprecation", "removal"})
        @Override
        protected void finalize() {
            Schedule.await(1);
            int seen = data;  // race[a]
            Schedule.step(2);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        make();
        data = 1;             // race[a]
        Schedule.step(1);
        Schedule.collectUntil(2);
    }

    static void make() {
        new Finalised();
    }
}
