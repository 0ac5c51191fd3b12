//@ run: run
package finals;

import harness.Schedule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What a lambda captures is in final fields: the lambda can be published in any way. */
class CapturedVariableOrders {
    static final VarHandle PUBLISHED = MethodHandles.arrayElementVarHandle(Runnable[].class);
    static final Runnable[] published = new Runnable[1];

    static Runnable capture(int value) {
        return () -> Schedule.expect(value == 1);
    }

    static void publish(Runnable task) {
        PUBLISHED.setOpaque(published, 0, task);
    }

    static Runnable take() {
        return (Runnable) PUBLISHED.getOpaque(published, 0);
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        // Links the calls and the lambda before the thread starts: linking synchronises.
        publish(capture(1));
        take().run();
        Thread writer = new Thread(() -> {
            publish(capture(1));
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        take().run();
        writer.join();
    }
}
