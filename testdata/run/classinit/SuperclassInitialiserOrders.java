//@ run: run
package classinit;

import harness.Schedule;

/**
 * Initialising a class initialises its superclass first; users of the superclass are ordered after its initialiser.
 */
class SuperclassInitialiserOrders {
    static class Base {
        static int value;

        static {
            value = 1;
        }
    }

    static final class Derived extends Base {
        static int more;

        static {
            more = 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread initialiser = new Thread(() -> {
            Schedule.expect(Derived.more == 1);
            Schedule.step(1);
        });
        initialiser.start();
        Schedule.await(1);
        Schedule.expect(Base.value == 1);
        initialiser.join();
    }
}
