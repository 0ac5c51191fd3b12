//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The write follows the release of the element. */
class ArrayElementRaces {
    static int data;
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] flags = new int[4];

    static void signal() {
        ELEMENT.setVolatile(flags, 2, 1);
    }

    static boolean received() {
        return (int) ELEMENT.getVolatile(flags, 2) == 1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        ELEMENT.setVolatile(flags, 2, 0);
        Thread writer = new Thread(() -> {
            signal();
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(received());
        int seen = data;  // race[a]
        writer.join();
    }
}
