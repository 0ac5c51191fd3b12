//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** get and set in plain mode are accesses of the element like any other. */
class ElementPlainRaces {
    static final int[] array = new int[4];
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    static void set(int value) {
        ELEMENT.set(array, 1, value);          // race[a]
    }

    static int get() {
        return (int) ELEMENT.get(array, 1);    // race[a]
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the calls before the thread starts: linking synchronises.
        set(0);
        Schedule.expect(get() == 0);
        array[1] = 0;
        Thread writer = new Thread(() -> {
            set(1);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(get() == 1);
        writer.join();
    }
}
