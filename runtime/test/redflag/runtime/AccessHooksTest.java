package redflag.runtime;

import static redflag.runtime.Claims.*;

/** Accesses are checked, reported and counted. */
final class AccessHooksTest {
    private AccessHooksTest() {}

    static void run() throws Exception {
        fieldsAreChecked();
        reportsSayWhereObjectsWereMade();
        staticFieldsAreChecked();
        manyReadersShareSets();
        rangesReportOnce();
        pairsHaveNoOrder();
        reportsShowBothSides();
        statisticsHaveNames();
    }

    private static void fieldsAreChecked() {
        ThreadState a = thread();
        ThreadState b = thread();
        Cells.Cell cell = new Cells.SpecialCell();
        int site = site();
        AccessHooks.writeField(a, cell, Cells.X, site);
        claim(cell.$redflag$w0 == (a.epoch | site) && cell.$redflag$r0 == 0);
        quiet(() -> AccessHooks.writeField(b, cell, Cells.NEXT, site()));
        races(1, () -> AccessHooks.readField(b, cell, Cells.X, site()));
        claim(SINK.key == Cells.X && SINK.otherSite == site && SINK.otherIsWrite && !SINK.isWrite);
        AccessHooks.readField(a, cell, Cells.X, 2_000_000_000);
        claim(Epoch.isShared(cell.$redflag$r0) && cell.$redflag$shared instanceof ReadShared[]);
        races(2, () -> AccessHooks.writeField(thread(), cell, Cells.X, site()), 3);
    }

    private static void reportsSayWhereObjectsWereMade() {
        claim(originOf(new Cells.Cell(), 7) == 7 && originOf(new Cells.SpecialCell(), 8) == 8);
        claim(originOf(new Cells.Cell(), 0) == 0 && originOf(new Cells.ClonedCell(), 7) == 0);
    }

    private static int originOf(Cells.Cell cell, int origin) {
        cell.$redflag$origin = origin;
        AccessHooks.writeField(thread(), cell, Cells.X, site());
        races(1, () -> AccessHooks.readField(thread(), cell, Cells.X, site()));
        return SINK.origin;
    }

    private static void staticFieldsAreChecked() {
        ThreadState a = thread();
        ThreadState b = thread();
        AccessHooks.readField(a, Cells.Cell.class, Cells.COUNT, site());
        AccessHooks.readField(b, Cells.Cell.class, Cells.COUNT, site());
        claim(Epoch.isShared(Cells.Cell.$redflag$r2) && Cells.Cell.$redflag$sharedStatic != null);
        races(1, () -> AccessHooks.writeField(b, Cells.Cell.class, Cells.COUNT, site()));
        claim(SINK.key == Cells.COUNT && SINK.isWrite && !SINK.otherIsWrite && SINK.origin == 0);
    }

    private static void manyReadersShareSets() {
        ThreadState a = thread();
        ThreadState b = thread();
        int[] array = new int[1000];
        int[] places = {site(), site(), site()};
        for (int i = 0; i < array.length; i++) {
            AccessHooks.readElement(a, array, i, places[i % 3]);
        }
        for (int i = 0; i < array.length; i++) {
            AccessHooks.readElement(b, array, i, places[i % 3]);
        }
        long[] words = AccessHooks.shadow(array);
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
        AccessHooks.writeRange(a, array, 10, 90, site());
        races(1, () -> AccessHooks.readRange(b, array, -5, 200, site()));
        claim(SINK.index == 10 && SINK.arrayType.equals("java.lang.Object[]"));
        long[] counts = Reporter.counts();
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
                        AccessHooks.writeElement(thread(), ARRAY, at, i % 2 == 0 ? one : other);
                        AccessHooks.writeElement(thread(), ARRAY, at, i % 2 == 0 ? other : one);
                    }
                });
    }

    private static void reportsShowBothSides() throws InterruptedException {
        Object lock = new Object();
        int at = element();
        int site = site();
        ThreadState main = Threads.adopt();
        Thread child = new Thread(() -> firstSide(lock, at, site), "first side");
        ThreadHooks.fork(main, child);
        child.start();
        child.join();
        races(1, () -> secondSide(main, at));
        claim(SINK.otherThread.equals("first side") && SINK.thread.equals("main"));
        claim(mentions(SINK.otherStack, "AccessHooksTest.firstSide(AccessHooksTest.java:"));
        claim(mentions(SINK.stack, "AccessHooksTest.secondSide(AccessHooksTest.java:"));
        claim(mentions(SINK.otherCreatedAt, "AccessHooksTest.reportsShowBothSides"));
        claim(SINK.createdAt == null && SINK.locks.length == 0);
        claim(SINK.otherLocks.length == 1 && SINK.otherLocks[0].startsWith("java.lang.Object@"));
    }

    private static void firstSide(Object lock, int at, int site) {
        MonitorHooks.acquireMonitor(null, lock);
        AccessHooks.writeElement(null, ARRAY, at, site);
        MonitorHooks.releaseMonitor(null, lock);
        ThreadHooks.end(Thread.currentThread());
    }

    private static void secondSide(ThreadState main, int at) {
        AccessHooks.writeElement(main, ARRAY, at, site());
    }

    private static boolean mentions(String[] frames, String part) {
        for (String frame : frames) {
            if (frame.contains(part)) {
                return true;
            }
        }
        return false;
    }

    private static void statisticsHaveNames() {
        Options.countAccesses = true;
        AccessHooks.counted(Threads.adopt(), true, true);
        String[] all = Statistics.all();
        boolean rules = false;
        boolean accesses = false;
        for (int i = 0; i < all.length; i += 2) {
            claimQuietly(all[i] != null && all[i + 1] != null);
            rules |= all[i].equals("rules.Read Same Epoch");
            accesses |= all[i].equals("accesses.write") && all[i + 1].equals("1");
        }
        claim(rules && accesses && !all[all.length - 2].equals("failure"));
    }
}
