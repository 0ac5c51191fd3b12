//@ run: run
package volatiles;

import harness.Schedule;

/**
 * Double-checked locking done wrong: without volatile the unlocked check races, and so do the fields of the object.
 */
class DoubleCheckedLockingRaces {
    static final class Box {
        int value;

        Box(int value) {
            this.value = value;       // race[value]
        }
    }

    static Box instance;

    static Box instance() {
        Box box = instance;           // race[instance]
        if (box == null) {
            synchronized (Box.class) {
                box = instance;
                if (box == null) {
                    box = new Box(1);
                    instance = box;   // race[instance]
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
        int seen = instance().value;  // race[value]
        creator.join();
    }
}
