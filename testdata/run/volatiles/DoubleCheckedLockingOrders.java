//@ run: run
package volatiles;

import harness.Schedule;

/** Double-checked locking done right: the field is volatile, and the reader does not take the lock. */
class DoubleCheckedLockingOrders {
    static final class Box {
        int value;

        Box(int value) {
            this.value = value;
        }
    }

    static volatile Box instance;

    static Box instance() {
        Box box = instance;
        if (box == null) {
            synchronized (Box.class) {
                box = instance;
                if (box == null) {
                    box = new Box(1);
                    instance = box;
                }
            }
        }
        return box;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Box loadedBeforeTheThreadStarts = new Box(0);
        Thread creator = new Thread(() -> {
            instance();
            Schedule.step(1);
        });
        creator.start();
        Schedule.await(1);
        Schedule.expect(instance().value == 1);
        creator.join();
    }
}
