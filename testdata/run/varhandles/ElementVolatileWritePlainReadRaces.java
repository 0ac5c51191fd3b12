//@ run: run
package varhandles;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Elements are no volatile variables: a plain read conflicts with the setVolatile of another thread. */
class ElementVolatileWritePlainReadRaces {
    static final int[] array = new int[4];
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    static void signal(int value) {
        ELEMENT.setVolatile(array, 2, value);  // race[a]
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the call before the thread starts: linking synchronises.
        signal(0);
        Schedule.expect(array[2] == 0);
        Thread writer = new Thread(() -> {
            signal(1);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = array[2];                   // race[a]
        seen += array[1];
        writer.join();
    }
}
