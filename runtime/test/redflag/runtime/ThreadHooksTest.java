package redflag.runtime;

import static redflag.runtime.Claims.*;

/** A thread comes after its start, and others after its end. */
final class ThreadHooksTest {
    private ThreadHooksTest() {}

    static void run() {
        forkAndJoin();
        aliveAndState();
    }

    private static void forkAndJoin() {
        ThreadState a = thread();
        Thread child = new Thread("child");
        int at = element();
        AccessHooks.writeElement(a, ARRAY, at, site());
        ThreadHooks.fork(a, child);
        ThreadState b = ThreadFields.state(child);
        ThreadHooks.fork(thread(), child);
        claim(ThreadFields.state(child) == b);
        quiet(() -> AccessHooks.writeElement(b, ARRAY, at, site()));
        ThreadHooks.join(a, child);
        races(1, () -> AccessHooks.readElement(a, ARRAY, at, site()));
        int other = element();
        AccessHooks.writeElement(b, ARRAY, other, site());
        ThreadHooks.end(child);
        ThreadHooks.join(a, child);
        quiet(() -> AccessHooks.readElement(a, ARRAY, other, site()));
    }

    private static void aliveAndState() {
        ThreadState a = thread();
        Thread child = new Thread("child");
        claim(!ThreadHooks.afterIsAlive(a, child, false));
        claim(ThreadHooks.afterIsAlive(a, "something", true));
        ThreadHooks.fork(a, child);
        int x = element();
        int y = element();
        ThreadState b = ThreadFields.state(child);
        AccessHooks.writeElement(b, ARRAY, x, site());
        AccessHooks.writeElement(b, ARRAY, y, site());
        ThreadHooks.end(child);
        ThreadHooks.afterGetState(a, child, Thread.State.RUNNABLE);
        races(1, () -> AccessHooks.readElement(a, ARRAY, x, site()));
        claim(!ThreadHooks.afterIsAlive(a, child, false));
        quiet(() -> AccessHooks.readElement(a, ARRAY, y, site()));
        ThreadState c = thread();
        ThreadHooks.afterGetState(c, child, Thread.State.TERMINATED);
        quiet(() -> AccessHooks.writeElement(c, ARRAY, element(), site()));
        int seen = c.known().get(Epoch.slot(b.epoch));
        claim(seen == Epoch.clock(b.epoch) - 1 && seen > 0);
    }
}
