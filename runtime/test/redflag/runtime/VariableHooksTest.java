package redflag.runtime;

import static redflag.runtime.Claims.*;

import java.util.concurrent.atomic.AtomicInteger;

/** Variables and fences order threads. */
final class VariableHooksTest {
    private VariableHooksTest() {}

    static void run() throws Exception {
        variablesOrder();
        failedCompareAndSetReleasesNothing();
        lostUnlocksAreMadeUpFor();
        offHeapVariables();
        fencesOrder();
        opaqueWithoutFenceIsNothing();
        volatileFieldsOrder();
        compareAndSetHandsOver();
    }

    private static void variablesOrder() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object base = new Object();
        int at = element();
        AccessHooks.writeElement(a, ARRAY, at, site());
        VariableHooks.releaseVariable(a, base, 16);
        VariableHooks.acquireVariable(b, base, 24);
        races(1, () -> AccessHooks.readElement(b, ARRAY, at, site()));
        int other = element();
        AccessHooks.writeElement(a, ARRAY, other, site());
        VariableHooks.releaseVariable(a, base, 16);
        VariableHooks.acquireVariable(b, base, 16);
        quiet(() -> AccessHooks.readElement(b, ARRAY, other, site()));
    }

    private static void failedCompareAndSetReleasesNothing() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object base = new Object();
        int at = element();
        AccessHooks.writeElement(a, ARRAY, at, site());
        Object variable = VariableHooks.lockVariable(a, base, 16);
        claim(variable != null);
        VariableHooks.unlockVariable(a, variable, false, true, true);
        VariableHooks.unlockVariable(b, VariableHooks.lockVariable(b, base, 16), true, true, true);
        races(1, () -> AccessHooks.readElement(b, ARRAY, at, site()));
        VariableHooks.unlockVariable(b, VariableHooks.lockVariable(b, base, 16), true, true, false);
        VariableHooks.unlockVariable(a, VariableHooks.lockVariable(a, base, 16), false, true, true);
        quiet(() -> AccessHooks.writeElement(a, ARRAY, at, site()));
    }

    /** As when the stack ends between the two calls. */
    private static void lostUnlocksAreMadeUpFor() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object base = new Object();
        int at = element();
        AccessHooks.writeElement(a, ARRAY, at, site());
        Variable variable = (Variable) VariableHooks.lockVariable(a, base, 16);
        claim(variable.held == 1 && a.holds(variable));
        AccessHooks.readElement(a, ARRAY, element(), site());
        claim(variable.held == 0 && !a.holdsLocked);
        VariableHooks.acquireVariable(b, base, 16);
        quiet(() -> AccessHooks.writeElement(b, ARRAY, at, site()));
        // A late unlock does not give back what another thread holds.
        Object others = VariableHooks.lockVariable(b, base, 16);
        VariableHooks.unlockVariable(a, null, true, true, true);
        claim(others == variable && variable.held == 1);
        VariableHooks.unlockVariable(b, others, true, true, true);
        claim(variable.held == 0);
    }

    private static void offHeapVariables() {
        ThreadState a = thread();
        ThreadState b = thread();
        int at = element();
        AccessHooks.writeElement(a, ARRAY, at, site());
        VariableHooks.releaseVariable(a, null, 0x7f0012345678L);
        VariableHooks.acquireVariable(b, null, 0x7f0012345678L);
        quiet(() -> AccessHooks.readElement(b, ARRAY, at, site()));
    }

    private static void fencesOrder() {
        boolean[][] ways = {
            // release by fence, acquire by fence; what is not by fence is by mode
            {true, true}, {true, false}, {false, true},
        };
        for (boolean[] way : ways) {
            ThreadState a = thread();
            ThreadState b = thread();
            Object base = new Object();
            int at = element();
            int later = element();
            AccessHooks.writeElement(a, ARRAY, at, site());
            if (way[0]) {
                VariableHooks.fence(a, true, false);
                AccessHooks.writeElement(a, ARRAY, later, site());
                VariableHooks.beforeOpaqueWrite(a, base, 16);
            } else {
                VariableHooks.releaseVariable(a, base, 16);
                AccessHooks.writeElement(a, ARRAY, later, site());
            }
            if (way[1]) {
                VariableHooks.afterOpaqueRead(b, base, 16);
                VariableHooks.fence(b, false, true);
            } else {
                VariableHooks.acquireVariable(b, base, 16);
            }
            quiet(() -> AccessHooks.readElement(b, ARRAY, at, site()));
            races(1, () -> AccessHooks.readElement(b, ARRAY, later, site()));
        }
    }

    private static void opaqueWithoutFenceIsNothing() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object base = new Object();
        int at = element();
        AccessHooks.writeElement(a, ARRAY, at, site());
        VariableHooks.beforeOpaqueWrite(a, base, 16);
        VariableHooks.afterOpaqueRead(b, base, 16);
        VariableHooks.fence(b, false, true);
        claim(Variable.find(base, 16) == null && b.pending == null);
        races(1, () -> AccessHooks.readElement(b, ARRAY, at, site()));
        // An opaque read without a fence after it acquires nothing.
        VariableHooks.releaseVariable(a, base, 16);
        VariableHooks.afterOpaqueRead(b, base, 16);
        AccessHooks.writeElement(a, ARRAY, element(), site());
        races(1, () -> AccessHooks.writeElement(b, ARRAY, at, site()));
    }

    private static void volatileFieldsOrder() {
        ThreadState a = thread();
        ThreadState b = thread();
        Cells.Cell cell = new Cells.Cell();
        AccessHooks.writeField(a, cell, Cells.X, site());
        VariableHooks.volatileWrite(a, cell, Cells.FLAG);
        VariableHooks.volatileRead(b, cell, Cells.FLAG);
        quiet(() -> AccessHooks.readField(b, cell, Cells.X, site()));
        long offset = Memory.fieldOffset(Cells.Cell.class, "flag");
        claim(Variable.find(cell, offset) != null);
    }

    /** A lock made of compare-and-set, by real threads: whoever gets it finds all before. */
    private static void compareAndSetHandsOver() throws InterruptedException {
        AtomicInteger lock = new AtomicInteger();
        int[] data = new int[1];
        ThreadState main = Threads.adopt();
        Thread[] threads = new Thread[4];
        int before = SINK.count;
        int place = site();
        for (int t = 0; t < threads.length; t++) {
            threads[t] =
                    new Thread(
                            () -> {
                                for (int i = 0; i < 20_000; i++) {
                                    while (!compareAndSet(lock, 0, 1)) {
                                        Thread.yield();
                                    }
                                    AccessHooks.writeElement(null, data, 0, place);
                                    data[0]++;
                                    if (i % 2 == 0) {
                                        VariableHooks.releaseVariable(null, lock, 12);
                                        lock.set(0);
                                    } else {
                                        compareAndSet(lock, 1, 0);
                                    }
                                }
                                ThreadHooks.end(Thread.currentThread());
                            });
            ThreadHooks.fork(main, threads[t]);
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
            ThreadHooks.join(main, thread);
        }
        claim(data[0] == 80_000 && SINK.count == before);
        quiet(() -> AccessHooks.writeElement(main, data, 0, site()));
    }

    private static boolean compareAndSet(AtomicInteger lock, int from, int to) {
        Object variable = VariableHooks.lockVariable(null, lock, 12);
        boolean done = lock.compareAndSet(from, to);
        VariableHooks.unlockVariable(null, variable, done, true, true);
        return done;
    }
}
