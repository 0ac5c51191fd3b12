package redflag.runtime;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The hooks as instrumented code would call them, without an agent: states are passed by hand, and a
 * sink takes the reports. Each method is one claim; prints how many held.
 */
final class HooksTest {
    private static final int[] ARRAY = new int[64];
    private static final Sink SINK = new Sink();

    private static int sites = 100;
    private static int claims;
    private static int elements;

    public static void main(String[] args) throws Exception {
        Options.showRuntime = true;
        Hooks.start(new String[] {"count-rules", "count-accesses"});
        Reporter.sink = SINK;
        monitorsOrder();
        waitingReleases();
        interruptionEndsWaiting();
        variablesOrder();
        failedCompareAndSetReleasesNothing();
        lostUnlocksAreMadeUpFor();
        offHeapVariables();
        fencesOrder();
        opaqueWithoutFenceIsNothing();
        volatileFieldsOrder();
        fieldsAreChecked();
        reportsSayWhereObjectsWereMade();
        staticFieldsAreChecked();
        manyReadersShareSets();
        rangesReportOnce();
        pairsHaveNoOrder();
        reportsShowBothSides();
        forkAndJoin();
        aliveAndState();
        endedThreadsDoNothing();
        insideNothingCounts();
        suspendedNothingOrders();
        classInitialisation();
        freezeCoversWhatWasBefore();
        freezeGoesAlongReferences();
        finalisersComeAfterConstructors();
        queuedReferencesComeAfterFences();
        addedMembersAreHidden();
        compareAndSetHandsOver();
        statisticsHaveNames();
        noStackLeavesNothingLocked();
        System.out.println("claims that held: " + claims);
    }

    private static void monitorsOrder() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object lock = new Object();
        int at = element();
        Hooks.acquireMonitor(a, lock);
        Hooks.writeElement(a, ARRAY, at, site());
        Hooks.releaseMonitor(a, lock);
        Hooks.acquireMonitor(b, lock);
        quiet(() -> Hooks.writeElement(b, ARRAY, at, site()));
        Hooks.releaseMonitor(b, lock);
        races(1, () -> Hooks.readElement(a, ARRAY, at, site()));
    }

    private static void waitingReleases() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object lock = new Object();
        int at = element();
        Hooks.acquireMonitor(a, lock);
        Hooks.writeElement(a, ARRAY, at, site());
        Hooks.beforeWait(a, lock);
        Hooks.acquireMonitor(b, lock);
        quiet(() -> Hooks.writeElement(b, ARRAY, at, site()));
        Hooks.releaseMonitor(b, lock);
        Hooks.afterWait(a, lock);
        quiet(() -> Hooks.writeElement(a, ARRAY, at, site()));
        claim(a.waitingOn == null && a.locks.names().length == 1);
        Hooks.releaseMonitor(a, lock);
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
        Hooks.acquireMonitor(a, lock);
        Hooks.beforeWait(a, lock);
        Hooks.acquireMonitor(b, lock);
        Hooks.writeElement(b, ARRAY, x, site());
        Hooks.releaseMonitor(b, lock);
        Hooks.writeElement(c, ARRAY, y, site());
        Hooks.interrupt(c, waiter);
        Hooks.interrupted(a);
        quiet(() -> Hooks.readElement(a, ARRAY, x, site()));
        quiet(() -> Hooks.readElement(a, ARRAY, y, site()));
        claim(a.waitingOn == null);
    }

    private static void variablesOrder() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object base = new Object();
        int at = element();
        Hooks.writeElement(a, ARRAY, at, site());
        Hooks.releaseVariable(a, base, 16);
        Hooks.acquireVariable(b, base, 24);
        races(1, () -> Hooks.readElement(b, ARRAY, at, site()));
        int other = element();
        Hooks.writeElement(a, ARRAY, other, site());
        Hooks.releaseVariable(a, base, 16);
        Hooks.acquireVariable(b, base, 16);
        quiet(() -> Hooks.readElement(b, ARRAY, other, site()));
    }

    private static void failedCompareAndSetReleasesNothing() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object base = new Object();
        int at = element();
        Hooks.writeElement(a, ARRAY, at, site());
        Object variable = Hooks.lockVariable(a, base, 16);
        claim(variable != null);
        Hooks.unlockVariable(a, variable, false, true, true);
        Hooks.unlockVariable(b, Hooks.lockVariable(b, base, 16), true, true, true);
        races(1, () -> Hooks.readElement(b, ARRAY, at, site()));
        Hooks.unlockVariable(b, Hooks.lockVariable(b, base, 16), true, true, false);
        Hooks.unlockVariable(a, Hooks.lockVariable(a, base, 16), false, true, true);
        quiet(() -> Hooks.writeElement(a, ARRAY, at, site()));
    }

    /** As when the stack ends between the two calls. */
    private static void lostUnlocksAreMadeUpFor() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object base = new Object();
        int at = element();
        Hooks.writeElement(a, ARRAY, at, site());
        Variable variable = (Variable) Hooks.lockVariable(a, base, 16);
        claim(variable.held == 1 && a.locked == variable);
        Hooks.readElement(a, ARRAY, element(), site());
        claim(variable.held == 0 && a.locked == null);
        Hooks.acquireVariable(b, base, 16);
        quiet(() -> Hooks.writeElement(b, ARRAY, at, site()));
        // A late unlock does not give back what another thread holds.
        Object others = Hooks.lockVariable(b, base, 16);
        Hooks.unlockVariable(a, null, true, true, true);
        claim(others == variable && variable.held == 1);
        Hooks.unlockVariable(b, others, true, true, true);
        claim(variable.held == 0);
    }

    private static void offHeapVariables() {
        ThreadState a = thread();
        ThreadState b = thread();
        int at = element();
        Hooks.writeElement(a, ARRAY, at, site());
        Hooks.releaseVariable(a, null, 0x7f0012345678L);
        Hooks.acquireVariable(b, null, 0x7f0012345678L);
        quiet(() -> Hooks.readElement(b, ARRAY, at, site()));
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
            Hooks.writeElement(a, ARRAY, at, site());
            if (way[0]) {
                Hooks.releaseFence(a);
                Hooks.writeElement(a, ARRAY, later, site());
                Hooks.beforeOpaqueWrite(a, base, 16);
            } else {
                Hooks.releaseVariable(a, base, 16);
                Hooks.writeElement(a, ARRAY, later, site());
            }
            if (way[1]) {
                Hooks.afterOpaqueRead(b, base, 16);
                Hooks.acquireFence(b);
            } else {
                Hooks.acquireVariable(b, base, 16);
            }
            quiet(() -> Hooks.readElement(b, ARRAY, at, site()));
            races(1, () -> Hooks.readElement(b, ARRAY, later, site()));
        }
    }

    private static void opaqueWithoutFenceIsNothing() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object base = new Object();
        int at = element();
        Hooks.writeElement(a, ARRAY, at, site());
        Hooks.beforeOpaqueWrite(a, base, 16);
        Hooks.afterOpaqueRead(b, base, 16);
        Hooks.acquireFence(b);
        claim(Variable.find(base, 16) == null && b.pending == null);
        races(1, () -> Hooks.readElement(b, ARRAY, at, site()));
        // An opaque read without a fence after it acquires nothing.
        Hooks.releaseVariable(a, base, 16);
        Hooks.afterOpaqueRead(b, base, 16);
        Hooks.writeElement(a, ARRAY, element(), site());
        races(1, () -> Hooks.writeElement(b, ARRAY, at, site()));
    }

    /** As the agent would have changed it. */
    static class Cell {
        int x;
        Object next;
        volatile int flag;
        static int count;
        int $redflag$origin;
        long $redflag$w0;
        long $redflag$r0;
        long $redflag$w1;
        long $redflag$r1;
        Object $redflag$shared;
        static long $redflag$w2;
        static long $redflag$r2;
        static Object $redflag$sharedStatic;
    }

    private static final class SpecialCell extends Cell {}

    private static final class ClonedCell extends Cell implements Cloneable {}

    private static final int X = 1000;
    private static final int NEXT = 1001;
    private static final int FLAG = 1002;
    private static final int COUNT = 1003;

    static {
        String name = "redflag.runtime.HooksTest$Cell";
        Object cell = new SpecialCell();
        Fields.put(X, new String[] {name, "x", "0", "instance", "0", "2", "I"}, cell);
        Fields.put(
                NEXT,
                new String[] {name, "next", "1", "instance", "1", "2", "Ljava/lang/Object;"},
                cell);
        Fields.put(FLAG, new String[] {name, "flag", "", "instance", "0", "0", "I"}, cell);
        Fields.put(COUNT, new String[] {name, "count", "2", "static", "0", "1", "I"}, Cell.class);
    }

    private static void volatileFieldsOrder() {
        ThreadState a = thread();
        ThreadState b = thread();
        Cell cell = new Cell();
        Hooks.writeField(a, cell, X, site());
        Hooks.volatileWrite(a, cell, FLAG);
        Hooks.volatileRead(b, cell, FLAG);
        quiet(() -> Hooks.readField(b, cell, X, site()));
        long offset = Memory.fieldOffset(Cell.class, "flag");
        claim(Variable.find(cell, offset) != null);
    }

    private static void fieldsAreChecked() {
        ThreadState a = thread();
        ThreadState b = thread();
        Cell cell = new SpecialCell();
        int site = site();
        Hooks.writeField(a, cell, X, site);
        claim(cell.$redflag$w0 == (a.epoch | site) && cell.$redflag$r0 == 0);
        quiet(() -> Hooks.writeField(b, cell, NEXT, site()));
        races(1, () -> Hooks.readField(b, cell, X, site()));
        claim(SINK.key == X && SINK.otherSite == site && SINK.otherIsWrite && !SINK.isWrite);
        Hooks.readField(a, cell, X, 2_000_000_000);
        claim(Epoch.isShared(cell.$redflag$r0) && cell.$redflag$shared instanceof ReadShared[]);
        races(2, () -> Hooks.writeField(thread(), cell, X, site()), 3);
    }

    private static void reportsSayWhereObjectsWereMade() {
        claim(originOf(new Cell(), 7) == 7 && originOf(new SpecialCell(), 8) == 8);
        claim(originOf(new Cell(), 0) == 0 && originOf(new ClonedCell(), 7) == 0);
    }

    private static int originOf(Cell cell, int origin) {
        cell.$redflag$origin = origin;
        Hooks.writeField(thread(), cell, X, site());
        races(1, () -> Hooks.readField(thread(), cell, X, site()));
        return SINK.origin;
    }

    private static void staticFieldsAreChecked() {
        ThreadState a = thread();
        ThreadState b = thread();
        Hooks.readField(a, Cell.class, COUNT, site());
        Hooks.readField(b, Cell.class, COUNT, site());
        claim(Epoch.isShared(Cell.$redflag$r2) && Cell.$redflag$sharedStatic != null);
        races(1, () -> Hooks.writeField(b, Cell.class, COUNT, site()));
        claim(SINK.key == COUNT && SINK.isWrite && !SINK.otherIsWrite && SINK.origin == 0);
    }

    private static void manyReadersShareSets() {
        ThreadState a = thread();
        ThreadState b = thread();
        int[] array = new int[1000];
        int[] places = {site(), site(), site()};
        for (int i = 0; i < array.length; i++) {
            Hooks.readElement(a, array, i, places[i % 3]);
        }
        for (int i = 0; i < array.length; i++) {
            Hooks.readElement(b, array, i, places[i % 3]);
        }
        long[] words = Hooks.shadow(array);
        int different = 0;
        for (int i = 0; i < array.length; i++) {
            long word = words[2 * i + 1];
            claimQuietly(Epoch.isShared(word));
            different += i < 3 || word != words[2 * (i - 3) + 1] ? 1 : 0;
        }
        claim(different == 3);
    }

    private static void rangesReportOnce() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object[] array = new Object[100];
        Hooks.writeRange(a, array, 10, 90, site());
        races(1, () -> Hooks.readRange(b, array, -5, 200, site()));
        claim(SINK.index == 10 && SINK.arrayType.equals("java.lang.Object[]"));
        long[] counts = Hooks.raceCounts();
        boolean counted = false;
        for (int i = 0; i < counts.length; i += 6) {
            counted |= counts[i] == Reporter.ARRAY && counts[i + 5] == 80;
        }
        claim(counted);
    }

    private static void pairsHaveNoOrder() {
        int one = site();
        int other = site();
        races(
                1,
                () -> {
                    for (int i = 0; i < 10; i++) {
                        int at = element();
                        Hooks.writeElement(thread(), ARRAY, at, i % 2 == 0 ? one : other);
                        Hooks.writeElement(thread(), ARRAY, at, i % 2 == 0 ? other : one);
                    }
                });
    }

    private static void reportsShowBothSides() throws InterruptedException {
        Object lock = new Object();
        int at = element();
        int site = site();
        ThreadState main = Threads.adopt();
        Thread child = new Thread(() -> firstSide(lock, at, site), "first side");
        Hooks.fork(main, child);
        child.start();
        child.join();
        races(1, () -> secondSide(main, at));
        claim(SINK.otherThread.equals("first side") && SINK.thread.equals("main"));
        claim(mentions(SINK.otherStack, "HooksTest.firstSide(HooksTest.java:"));
        claim(mentions(SINK.stack, "HooksTest.secondSide(HooksTest.java:"));
        claim(mentions(SINK.otherCreatedAt, "HooksTest.reportsShowBothSides"));
        claim(SINK.createdAt == null && SINK.locks.length == 0);
        claim(SINK.otherLocks.length == 1 && SINK.otherLocks[0].startsWith("java.lang.Object@"));
    }

    private static void firstSide(Object lock, int at, int site) {
        Hooks.acquireMonitor(null, lock);
        Hooks.writeElement(null, ARRAY, at, site);
        Hooks.releaseMonitor(null, lock);
        Hooks.end(Thread.currentThread());
    }

    private static void secondSide(ThreadState main, int at) {
        Hooks.writeElement(main, ARRAY, at, site());
    }

    private static void forkAndJoin() {
        ThreadState a = thread();
        Thread child = new Thread("child");
        int at = element();
        Hooks.writeElement(a, ARRAY, at, site());
        Hooks.fork(a, child);
        ThreadState b = ThreadFields.state(child);
        Hooks.fork(thread(), child);
        claim(ThreadFields.state(child) == b);
        quiet(() -> Hooks.writeElement(b, ARRAY, at, site()));
        Hooks.join(a, child);
        races(1, () -> Hooks.readElement(a, ARRAY, at, site()));
        int other = element();
        Hooks.writeElement(b, ARRAY, other, site());
        Hooks.end(child);
        Hooks.join(a, child);
        quiet(() -> Hooks.readElement(a, ARRAY, other, site()));
    }

    private static void aliveAndState() {
        ThreadState a = thread();
        Thread child = new Thread("child");
        claim(!Hooks.afterIsAlive(a, child, false));
        claim(Hooks.afterIsAlive(a, "something", true));
        Hooks.fork(a, child);
        int x = element();
        int y = element();
        ThreadState b = ThreadFields.state(child);
        Hooks.writeElement(b, ARRAY, x, site());
        Hooks.writeElement(b, ARRAY, y, site());
        Hooks.end(child);
        Hooks.afterGetState(a, child, Thread.State.RUNNABLE);
        races(1, () -> Hooks.readElement(a, ARRAY, x, site()));
        claim(!Hooks.afterIsAlive(a, child, false));
        quiet(() -> Hooks.readElement(a, ARRAY, y, site()));
        ThreadState c = thread();
        Hooks.afterGetState(c, child, Thread.State.TERMINATED);
        quiet(() -> Hooks.writeElement(c, ARRAY, element(), site()));
        int seen = c.known().get(Epoch.slot(b.epoch));
        claim(seen == Epoch.clock(b.epoch) - 1 && seen > 0);
    }

    private static void endedThreadsDoNothing() {
        ThreadState a = thread();
        int at = element();
        FastTrack.end(a);
        Hooks.writeElement(a, ARRAY, at, site());
        claim(Hooks.shadow(ARRAY)[2 * at] == 0);
        Object lock = new Object();
        Hooks.acquireMonitor(a, lock);
        Hooks.releaseMonitor(a, lock);
        claim(Variable.find(lock, Variable.MONITOR) == null);
        claim(Hooks.lockVariable(a, lock, 16) == null);
    }

    private static void insideNothingCounts() {
        ThreadState a = thread();
        Object lock = new Object();
        int at = element();
        a.inside = true;
        Hooks.releaseMonitor(a, lock);
        Hooks.releaseVariable(a, lock, 16);
        Hooks.writeElement(a, ARRAY, at, site());
        claim(Hooks.lockVariable(a, lock, 16) == null);
        claim(Variable.find(lock, Variable.MONITOR) == null && Variable.find(lock, 16) == null);
        claim(Hooks.shadow(ARRAY)[2 * at] == 0 && a.inside);
        a.inside = false;
    }

    private static void suspendedNothingOrders() {
        ThreadState a = thread();
        ThreadState b = thread();
        Object lock = new Object();
        int at = element();
        Hooks.writeElement(a, ARRAY, at, site());
        Hooks.suspend(a);
        Hooks.suspend(a);
        Hooks.resume(a);
        Hooks.releaseVariable(a, lock, 16);
        claim(Variable.find(lock, 16) == null);
        Hooks.resume(a);
        Hooks.releaseVariable(a, lock, 16);
        Hooks.acquireVariable(b, lock, 16);
        quiet(() -> Hooks.readElement(b, ARRAY, at, site()));
    }

    private static void classInitialisation() {
        ThreadState a = thread();
        ThreadState b = thread();
        int key = 777;
        int at = element();
        Hooks.use(a, key);
        claim(!a.isInitialised(key));
        Hooks.writeElement(a, ARRAY, at, site());
        Hooks.initialised(a, key);
        Hooks.use(a, key);
        claim(a.isInitialised(key) && !a.isInitialised(key + 64) && !b.isInitialised(key));
        Hooks.use(b, key);
        claim(b.isInitialised(key));
        quiet(() -> Hooks.readElement(b, ARRAY, at, site()));
    }

    private static void freezeCoversWhatWasBefore() {
        ThreadState a = thread();
        ThreadState b = thread();
        Cell cell = new Cell();
        int[] array = new int[4];
        Hooks.writeField(a, cell, X, site());
        Hooks.writeElement(a, array, 1, site());
        Hooks.freeze(a, cell);
        Hooks.freeze(a, array);
        Hooks.writeField(a, cell, NEXT, site());
        Hooks.writeElement(a, array, 2, site());
        quiet(() -> Hooks.readField(b, cell, X, site()));
        quiet(() -> Hooks.readElement(b, array, 1, site()));
        races(1, () -> Hooks.readField(b, cell, NEXT, site()));
        races(1, () -> Hooks.readElement(b, array, 2, site()));
        // Only reads are excused.
        ThreadState c = thread();
        races(1, () -> Hooks.writeElement(c, array, 1, site()), 2);
        Hooks.freeze(a, null);
        Hooks.freeze(a, "text");
    }

    private static void freezeGoesAlongReferences() {
        ThreadState a = thread();
        ThreadState b = thread();
        Cell last = new Cell();
        Object[] middle = {last};
        Cell first = new Cell();
        first.next = middle;
        Hooks.writeField(a, last, X, site());
        Hooks.writeElement(a, middle, 0, site());
        Hooks.writeField(a, first, NEXT, site());
        Hooks.freeze(a, first);
        quiet(() -> Hooks.readField(b, first, NEXT, site()));
        quiet(() -> Hooks.readElement(b, middle, 0, site()));
        quiet(() -> Hooks.readField(b, last, X, site()));
        Cell unfrozen = new Cell();
        Hooks.writeField(a, unfrozen, X, site());
        races(1, () -> Hooks.readField(b, unfrozen, X, site()));
    }

    private static void finalisersComeAfterConstructors() {
        ThreadState a = thread();
        ThreadState b = thread();
        Cell cell = new Cell();
        Hooks.writeField(a, cell, X, site());
        Object made = Hooks.constructed(a);
        Hooks.finalizing(b, made);
        quiet(() -> Hooks.writeField(b, cell, X, site()));
    }

    private static void queuedReferencesComeAfterFences() throws InterruptedException {
        ThreadState a = thread();
        ThreadState b = thread();
        int at = element();
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object referent = new Cell();
        PhantomReference<Object> reference = new PhantomReference<>(referent, queue);
        Hooks.referenceMade(a, reference, referent);
        Hooks.writeElement(a, ARRAY, at, site());
        Hooks.fence(a, referent);
        referent = null;
        Object removed = null;
        for (int i = 0; i < 100 && removed == null; i++) {
            System.gc();
            removed = queue.remove(100);
        }
        claim(removed == reference);
        Hooks.referenceRemoved(b, removed);
        quiet(() -> Hooks.readElement(b, ARRAY, at, site()));
        Object nobodys = new Object();
        Hooks.fence(a, nobodys);
        claim(Variable.find(nobodys, Variable.REACHABILITY) == null);
    }

    private static void addedMembersAreHidden() {
        Object[] visible = Hooks.visible(Cell.class.getDeclaredFields());
        claim(visible.length == 4 && visible instanceof java.lang.reflect.Field[]);
        Object[] methods = Object.class.getDeclaredMethods();
        claim(Hooks.visible(methods) == methods && Hooks.visible(null) == null);
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
                                    Hooks.writeElement(null, data, 0, place);
                                    data[0]++;
                                    if (i % 2 == 0) {
                                        Hooks.releaseVariable(null, lock, 12);
                                        lock.set(0);
                                    } else {
                                        compareAndSet(lock, 1, 0);
                                    }
                                }
                                Hooks.end(Thread.currentThread());
                            });
            Hooks.fork(main, threads[t]);
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
            Hooks.join(main, thread);
        }
        claim(data[0] == 80_000 && SINK.count == before);
        quiet(() -> Hooks.writeElement(main, data, 0, site()));
    }

    private static boolean compareAndSet(AtomicInteger lock, int from, int to) {
        Object variable = Hooks.lockVariable(null, lock, 12);
        boolean done = lock.compareAndSet(from, to);
        Hooks.unlockVariable(null, variable, done, true, true);
        return done;
    }

    private static void statisticsHaveNames() {
        Options.countAccesses = true;
        Hooks.counted(Threads.adopt(), true);
        String[] all = Hooks.statistics();
        boolean rules = false;
        boolean accesses = false;
        for (int i = 0; i < all.length; i += 2) {
            claimQuietly(all[i] != null && all[i + 1] != null);
            rules |= all[i].equals("rules.Read Same Epoch");
            accesses |= all[i].equals("accesses.write") && all[i + 1].equals("1");
        }
        claim(rules && accesses && !all[all.length - 2].equals("failure"));
    }

    private static void noStackLeavesNothingLocked() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            Thread deep = new Thread(null, HooksTest::overflow, "deep", 256 << 10);
            deep.start();
            deep.join();
        }
        ThreadState a = thread();
        Hooks.unlockVariable(a, Hooks.lockVariable(a, ARRAY, 16), true, true, true);
        for (int i = 0; i < ARRAY.length; i++) {
            Hooks.writeElement(a, ARRAY, i, site());
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
                Hooks.acquireFence(state);
                claimQuietly(state.locked == null);
            }
        }
    }

    private static int deeper(ThreadState state, int depth) {
        Hooks.acquireMonitor(state, ARRAY);
        Object variable = Hooks.lockVariable(state, ARRAY, 16);
        Hooks.unlockVariable(state, variable, true, true, true);
        Hooks.readElement(state, ARRAY, depth % ARRAY.length, 7);
        Hooks.writeElement(state, ARRAY, depth % ARRAY.length, 8);
        Hooks.releaseMonitor(state, ARRAY);
        return deeper(state, depth + 1) + 1;
    }

    private static ThreadState thread() {
        return new ThreadState(Threads.SLOTS, VectorClock.EMPTY);
    }

    private static int site() {
        return sites++;
    }

    /** An element that nothing was done to. */
    private static int element() {
        return elements++ % ARRAY.length;
    }

    private static void quiet(Runnable step) {
        races(0, step);
    }

    private static void races(int expected, Runnable step) {
        races(expected, step, expected);
    }

    private static void races(int least, Runnable step, int most) {
        int before = SINK.count;
        step.run();
        int count = SINK.count - before;
        if (count < least || count > most) {
            throw new AssertionError(count + " races");
        }
        claims++;
    }

    private static void claim(boolean holds) {
        claimQuietly(holds);
        claims++;
    }

    private static void claimQuietly(boolean holds) {
        if (!holds) {
            throw new AssertionError(String.valueOf(Failures.reason));
        }
    }

    private static boolean mentions(String[] frames, String part) {
        for (String frame : frames) {
            if (frame.contains(part)) {
                return true;
            }
        }
        return false;
    }

    /** The last report, and how many there were. */
    private static final class Sink extends Reporter.Sink {
        volatile int count;
        int key;
        String arrayType;
        long index;
        int origin;
        int otherSite;
        boolean isWrite;
        boolean otherIsWrite;
        String thread;
        String otherThread;
        String[] stack;
        String[] otherStack;
        String[] createdAt;
        String[] otherCreatedAt;
        String[] locks;
        String[] otherLocks;

        @Override
        synchronized void race(
                int key,
                String arrayType,
                long index,
                int origin,
                int site,
                boolean isWrite,
                int otherSite,
                boolean otherIsWrite,
                String thread,
                String otherThread,
                String[] stack,
                String[] otherStack,
                String[] createdAt,
                String[] otherCreatedAt,
                String[] locks,
                String[] otherLocks) {
            this.key = key;
            this.arrayType = arrayType;
            this.index = index;
            this.origin = origin;
            this.otherSite = otherSite;
            this.isWrite = isWrite;
            this.otherIsWrite = otherIsWrite;
            this.thread = thread;
            this.otherThread = otherThread;
            this.stack = stack;
            this.otherStack = otherStack;
            this.createdAt = createdAt;
            this.otherCreatedAt = otherCreatedAt;
            this.locks = locks;
            this.otherLocks = otherLocks;
            count++;
        }
    }
}
