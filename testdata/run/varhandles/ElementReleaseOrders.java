//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** setRelease and getAcquire of an element order the plain accesses to it. */
class ElementReleaseOrders {
    static final int[] array = new int[4];
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    static void signal(int value) {
        ELEMENT.setRelease(array, 3, value);
    }

    static int received() {
        return (int) ELEMENT.getAcquire(array, 3);
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the calls before the thread starts: linking synchronises.
        signal(0);
        Schedule.expect(received() == 0);
        Thread writer = new Thread(() -> {
            array[3] = 1;
            signal(2);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(received() == 2);
        Schedule.expect(array[3] == 2);
        array[3] = 3;
        writer.join();
    }
}
