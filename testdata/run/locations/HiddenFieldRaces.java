//@ run: run
package locations;

import harness.Schedule;

/**
 * The subclass hides the field with one of its own name: the two are different, and the one of the superclass races.
 */
class HiddenFieldRaces {
    static class Base {
        int value;
    }

    static final class Derived extends Base {
        int value;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Derived derived = new Derived();
        Base base = derived;
        Thread writer = new Thread(() -> {
            base.value = 1;                 // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = ((Base) derived).value;  // race[a]
        writer.join();
    }
}
