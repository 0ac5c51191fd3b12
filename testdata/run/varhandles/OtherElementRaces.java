//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Two elements of one array are two variables. */
class OtherElementRaces {
    static int data;
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] flags = new int[4];

    static void signal() {
        ELEMENT.setVolatile(flags, 1, 1);
    }

    static boolean received() {
        return (int) ELEMENT.getVolatile(flags, 2) == 0;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links and initialises all that both sides use before the thread starts: that synchronises by itself.
        signal();
        Schedule.expect(received());
        ELEMENT.setVolatile(flags, 1, 0);
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            signal();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(received());
        int seen = data;  // race[a]
        writer.join();
    }
}
