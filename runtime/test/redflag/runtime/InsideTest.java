package redflag.runtime;

import static redflag.runtime.Claims.*;

/** When hooks do nothing, and that they leave nothing behind. */
final class InsideTest {
    private InsideTest() {}

    static void run() throws Exception {
        endedThreadsDoNothing();
        insideNothingCounts();
        suspendedNothingOrders();
        noStackLeavesNothingLocked();
    }

    private static void endedThreadsDoNothing() {
        ThreadState a = thread();
        int at = element();
        FastTrack.end(a);
        AccessHooks.writeElement(a, ARRAY, at, site());
        claim(AccessHooks.shadow(ARRAY)[2 * at] == 0);
        Object lock = new Object();
        MonitorHooks.acquireMonitor(a, lock);
        MonitorHooks.releaseMonitor(a, lock);
        claim(Variable.find(lock, Variable.MONITOR) == null);
        claim(VariableHooks.lockVariable(a, lock, 16) == null);
    }

    private static void insideNothingCounts() {
        ThreadState a = thread();
        Object lock = new Object();
        int at = element();
        a.inside = true;
        MonitorHooks.releaseMonitor(a, lock);
        VariableHooks.releaseVariable(a, lock, 16);
        AccessHooks.writeElement(a, ARRAY, at, site());
        claim(VariableHooks.lockVariable(a, lock, 16) == null);
        claim(Variable.find(lock, Variable.MONITOR) == null && Variable.find(lock, 16) == null);
        claim(AccessHooks.shadow(ARRAY)[2 * at] == 0 && a.inside);
        a.inside = false;
    }

    private static void suspendedNothingOrders() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object lock = new Object();
        int at = element();
        AccessHooks.writeElement(a, ARRAY, at, site());
        SuspensionHooks.suspend(a);
        SuspensionHooks.suspend(a);
        SuspensionHooks.resume(a);
        VariableHooks.releaseVariable(a, lock, 16);
        claim(Variable.find(lock, 16) == null);
        SuspensionHooks.resume(a);
        VariableHooks.releaseVariable(a, lock, 16);
        VariableHooks.acquireVariable(b, lock, 16);
        quiet(() -> AccessHooks.readElement(b, ARRAY, at, site()));
    }

    private static void noStackLeavesNothingLocked() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            Thread deep = new Thread(null, InsideTest::overflow, "deep", 256 << 10);
            deep.start();
            deep.join();
        }
        ThreadState a = thread();
        VariableHooks.unlockVariable(a, VariableHooks.lockVariable(a, ARRAY, 16), true, true, true);
        for (int i = 0; i < ARRAY.length; i++) {
            AccessHooks.writeElement(a, ARRAY, i, site());
        }
        // Would not come to its end if something were locked.
        claim(!a.inside && Failures.reason instanceof StackOverflowError);
    }

    private static void overflow() {
        ThreadState state = new ThreadState(Threads.SLOTS, VectorClock.EMPTY);
        for (int i = 0; i < 20; i++) {
            try {
                deeper(state, i);
            } catch (StackOverflowError end) {
                claimQuietly(!state.inside);
                VariableHooks.fence(state, false, true);
                claimQuietly(!state.holdsLocked);
            }
        }
    }

    private static int deeper(ThreadState state, int depth) {
        MonitorHooks.acquireMonitor(state, ARRAY);
        Object variable = VariableHooks.lockVariable(state, ARRAY, 16);
        VariableHooks.unlockVariable(state, variable, true, true, true);
        AccessHooks.readElement(state, ARRAY, depth % ARRAY.length, 7);
        AccessHooks.writeElement(state, ARRAY, depth % ARRAY.length, 8);
        MonitorHooks.releaseMonitor(state, ARRAY);
        return deeper(state, depth + 1) + 1;
    }
}
