//@ run: run
package locations;

import harness.Schedule;

/** The subclass hides the field with one of its own name: each thread uses another one. */
class HiddenFields {
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
            base.value = 1;
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        derived.value = 2;
        writer.join();
    }
}
