package redflag.runtime;

import static redflag.runtime.Claims.*;

/** Monitors order threads, and waiting leaves and enters them. */
final class MonitorHooksTest {
    private MonitorHooksTest() {}

    static void run() {
        monitorsOrder();
        waitingReleases();
        interruptionEndsWaiting();
    }

    private static void monitorsOrder() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object lock = new Object();
        int at = element();
        MonitorHooks.acquireMonitor(a, lock);
        AccessHooks.writeElement(a, ARRAY, at, site());
        MonitorHooks.releaseMonitor(a, lock);
        MonitorHooks.acquireMonitor(b, lock);
        quiet(() -> AccessHooks.writeElement(b, ARRAY, at, site()));
        MonitorHooks.releaseMonitor(b, lock);
        races(1, () -> AccessHooks.readElement(a, ARRAY, at, site()));
    }

    private static void waitingReleases() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object lock = new Object();
        int at = element();
        MonitorHooks.acquireMonitor(a, lock);
        AccessHooks.writeElement(a, ARRAY, at, site());
        MonitorHooks.beforeWait(a, lock);
        MonitorHooks.acquireMonitor(b, lock);
        quiet(() -> AccessHooks.writeElement(b, ARRAY, at, site()));
        MonitorHooks.releaseMonitor(b, lock);
        MonitorHooks.afterWait(a, lock);
        quiet(() -> AccessHooks.writeElement(a, ARRAY, at, site()));
        claim(a.waitingOn == null && a.locks.names().length == 1);
        MonitorHooks.releaseMonitor(a, lock);
        claim(a.locks.names().length == 0);
    }

    private static void interruptionEndsWaiting() {
        Thread waiter = new Thread("waiter");
        ThreadState a = new ThreadState(Threads.SLOTS, VectorClock.EMPTY, waiter, null);
        ThreadState b = thread();
        ThreadState c = thread();
        Object lock = new Object();
        int x = element();
        int y = element();
        MonitorHooks.acquireMonitor(a, lock);
        MonitorHooks.beforeWait(a, lock);
        MonitorHooks.acquireMonitor(b, lock);
        AccessHooks.writeElement(b, ARRAY, x, site());
        MonitorHooks.releaseMonitor(b, lock);
        AccessHooks.writeElement(c, ARRAY, y, site());
        ThreadHooks.interrupt(c, waiter);
        ThreadHooks.interrupted(a);
        quiet(() -> AccessHooks.readElement(a, ARRAY, x, site()));
        quiet(() -> AccessHooks.readElement(a, ARRAY, y, site()));
        claim(a.waitingOn == null);
    }
}
