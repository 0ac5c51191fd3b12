//@ run: run
package locations;

import harness.Schedule;

/** A field of the superclass, written through the subclass and read through the superclass. */
class InheritedFieldRaces {
    static class Base {
        int value;
    }

    static final class Derived extends Base {}

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Derived derived = new Derived();
        Base base = derived;
        Thread writer = new Thread(() -> {
            derived.value = 1;  // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = base.value;  // race[a]
        writer.join();
    }
}
