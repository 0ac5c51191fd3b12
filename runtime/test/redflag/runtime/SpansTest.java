package redflag.runtime;

import static redflag.runtime.Claims.*;

/** Which elements a loop has accessed, and that they are checked when it ends. */
final class SpansTest {
    /**
     * What hooks are told: begin, now, reached, offset, step; and the elements that were accessed, from one up to
     * another.
     */
    private static final int[][] TOLD = {
        // Upwards: no round, the first one alone, some, and the last one cut short behind the place.
        {2, 2, -1, 0, 1, 2, 2},
        {2, 2, 0, 0, 1, 2, 3},
        {2, 5, -1, 0, 1, 2, 5},
        {2, 5, 3, 0, 1, 2, 6},
        {0, 0, -2, 0, 1, 0, 0},
        {0, 0, -1, 9, 1, 9, 9},
        // With offsets, also from a variable that is not an index yet.
        {2, 5, -1, -1, 1, 1, 4},
        {2, 5, 0, 1, 1, 3, 7},
        {-1, -1, -1, 1, 1, 0, 0},
        {-1, 3, -1, 1, 1, 0, 4},
        // Downwards.
        {7, 7, -1, 0, -1, 8, 8},
        {7, 7, 0, 0, -1, 7, 8},
        {7, 4, -1, 0, -1, 5, 8},
        {7, 4, 2, 0, -1, 4, 8},
        {3, -1, -1, 0, -1, 0, 4},
        {7, 4, -1, -2, -1, 3, 6},
        {7, 4, 0, 2, -1, 6, 10},
        // One element: the second number is how far the loop has come.
        {3, 0, -1, 0, 0, 3, 3},
        {3, 0, 0, 0, 0, 3, 4},
        {3, 5, -1, 0, 0, 3, 4},
        {3, -5, -1, 0, 0, 3, 4},
        {3, 5, 1, 0, 0, 3, 4},
    };

    private SpansTest() {}

    static void run() {
        elementsAreThoseOfTheRounds();
        elementsAreChecked();
        noMoreThanTheArrayIsChecked();
        laterRoundsAreChecked();
        otherEpochsAreNotChecked();
    }

    private static void elementsAreThoseOfTheRounds() {
        for (int[] row : TOLD) {
            int from = Spans.from(row[0], row[1], row[2], row[3], row[4]);
            int to = Spans.to(row[0], row[1], row[2], row[3], row[4]);
            if (from != row[5] || to != row[6]) {
                throw new AssertionError(java.util.Arrays.toString(row) + from + ".." + to);
            }
            claim(true);
        }
    }

    private static void elementsAreChecked() {
        int[] array = new int[8];
        ThreadState a = thread();
        ThreadState b = thread();
        SpanHooks.writeSpan(a, array, 2, 5, -1, 0, 1, a.epoch, site());
        quiet(() -> AccessHooks.writeElement(b, array, 1, site()));
        races(1, () -> AccessHooks.readElement(b, array, 2, site()));
        races(1, () -> AccessHooks.readElement(b, array, 4, site()));
        quiet(() -> AccessHooks.readElement(b, array, 5, site()));
        races(1, () -> SpanHooks.readSpan(a, array, 1, 0, -1, 0, -1, a.epoch, site()));
        quiet(() -> SpanHooks.readSpan(a, array, 0, 0, -1, 0, 1, a.epoch, site()));
    }

    private static void noMoreThanTheArrayIsChecked() {
        int[] array = new int[4];
        ThreadState a = thread();
        ThreadState b = thread();
        long lost = Failures.lostChecks;
        SpanHooks.writeSpan(a, array, 2, 9, -1, 0, 1, a.epoch, site());
        SpanHooks.writeSpan(a, null, 0, 9, -1, 0, 1, a.epoch, site());
        quiet(() -> SpanHooks.readSpan(b, array, 9, 4, -1, 0, -1, b.epoch, site()));
        // A pair of places is reported once.
        races(1, () -> SpanHooks.readSpan(b, array, 0, 9, -1, 0, 1, b.epoch, site()));
        claim(Failures.lostChecks == lost && !a.inside && !b.inside);
    }

    /** What a place has accessed before, it need not look at; all else it must. */
    private static void laterRoundsAreChecked() {
        int[] array = new int[8];
        int[] other = new int[8];
        ThreadState a = thread();
        ThreadState b = thread();
        int site = site();
        SpanHooks.writeSpan(a, array, 2, 4, -1, 0, 1, a.epoch, site);
        SpanHooks.writeSpan(a, array, 3, 6, -1, 0, 1, a.epoch, site);
        SpanHooks.writeSpan(a, other, 2, 4, -1, 0, 1, a.epoch, site);
        SpanHooks.writeSpan(a, array, 7, 8, -1, 0, 1, a.epoch, site);
        quiet(() -> AccessHooks.readElement(b, array, 6, site()));
        races(1, () -> AccessHooks.readElement(b, array, 5, site()));
        races(1, () -> AccessHooks.readElement(b, array, 7, site()));
        races(1, () -> AccessHooks.readElement(b, other, 3, site()));
    }

    /** Nothing is reported of what was accessed before the thread synchronised, or after. */
    private static void otherEpochsAreNotChecked() {
        int[] array = new int[8];
        ThreadState a = thread();
        ThreadState b = thread();
        Object lock = new Object();
        long begin = a.epoch;
        AccessHooks.writeElement(a, array, 0, site());
        MonitorHooks.releaseMonitor(a, lock);
        claim(a.epoch != begin);
        MonitorHooks.acquireMonitor(b, lock);
        AccessHooks.readElement(b, array, 4, site());
        quiet(() -> SpanHooks.writeSpan(a, array, 2, 5, -1, 0, 1, begin, site()));
        claim(a.epoch != begin);
        quiet(() -> AccessHooks.readElement(b, array, 3, site()));
        // A thread that was not seen before the loop had no epoch, and has its first one since.
        long unseen = Epoch.of(Epoch.UNSEEN_SLOT, 0);
        int[] other = new int[8];
        ThreadState c = thread();
        SpanHooks.writeSpan(c, other, 2, 5, -1, 0, 1, unseen, site());
        races(1, () -> AccessHooks.readElement(b, other, 4, site()));
        SpanHooks.writeSpan(a, other, 5, 8, -1, 0, 1, unseen, site());
        quiet(() -> AccessHooks.readElement(b, other, 6, site()));
    }
}
