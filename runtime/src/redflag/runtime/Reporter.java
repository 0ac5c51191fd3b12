package redflag.runtime;

/**
 * Tells the agent of races, each pair of places once, with all that is known of both sides.
 *
 * <p>Runs library code, to put stacks into words: only while the thread's hooks do nothing, and
 * holding no lock of the runtime.
 */
final class Reporter {
    /** The key of an array's element. */
    static final int ARRAY = -1;

    /** For tests: is told instead of the agent. */
    static Sink sink;

    private Reporter() {}

    /**
     * Of the field with this key: the declaring class's binary name; the field's name; the suffix of
     * the names of its words, or an empty string; "static" or "instance"; the field's place among the
     * read sets of its class; how many those are; its descriptor.
     */
    static native String[] describe(int key);

    /**
     * A race on a field, or an array's elements if the key is {@link #ARRAY}: then with the type of the array, and of
     * the elements the first and the last index and what stands between two of them. The origin is the number of the
     * {@code new} that made the object. The first side is the access that was being checked. What is not known is null
     * or 0.
     */
    private static native void race(
            int key,
            String arrayType,
            long index,
            long last,
            int stride,
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
            String[] otherLocks);

    /**
     * How many races there were between each pair of places, six numbers for each pair: key, site,
     * whether it writes (1 or 0), the other site, whether that writes, races. Whichever has the smaller
     * site comes first; with the same site, the one that reads. Pairs are in no order.
     */
    static long[] counts() {
        return RacePairs.counts();
    }

    /**
     * The last access of a thread, to a field of that object or class, or to elements of that array, raced with an
     * earlier one, whose word is given.
     */
    static void report(
            ThreadState thread,
            int key,
            Object base,
            long index,
            long last,
            int stride,
            int site,
            boolean isWrite,
            long other,
            boolean otherIsWrite) {
        if (ThreadFields.hasLostRelease()) {
            Failures.lostOrder = true;
            return;
        }
        int otherSite = Epoch.site(other);
        RacePairs.Pair pair = RacePairs.add(key, site, isWrite, otherSite, otherIsWrite);
        if (!pair.isNew()) {
            return;
        }
        boolean told = false;
        try {
            Identity me = thread.identity;
            Identity them = Threads.SLOTS.holderAt(Epoch.slot(other), Epoch.clock(other));
            History.Moment moment = them == null ? null : them.history.find(other);
            History.Moment mine =
                    thread.looksAgain
                            ? me.history.find(thread.epoch | site)
                            : new History.Moment(thread.epoch | site, new Stack(), thread.locks.names());
            tell(
                    key,
                    key == ARRAY ? base.getClass().getTypeName() : null,
                    index,
                    last,
                    stride,
                    Origins.of(base),
                    site,
                    isWrite,
                    otherSite,
                    otherIsWrite,
                    me == null ? null : me.name(),
                    them == null ? null : them.name(),
                    mine == null ? null : mine.stack.frames(),
                    moment == null ? null : moment.stack.frames(),
                    me == null ? null : me.createdAt(),
                    them == null ? null : them.createdAt(),
                    mine == null ? null : mine.locks,
                    moment == null ? null : moment.locks);
            told = true;
        } finally {
            if (!told) {
                pair.reported = 0;
            }
        }
    }

    private static void tell(
            int key,
            String arrayType,
            long index,
            long last,
            int stride,
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
        if (sink != null) {
            sink.race(
                    key, arrayType, index, last, stride, origin, site, isWrite, otherSite, otherIsWrite, thread,
                    otherThread, stack, otherStack, createdAt, otherCreatedAt, locks, otherLocks);
        } else {
            race(
                    key, arrayType, index, last, stride, origin, site, isWrite, otherSite, otherIsWrite, thread,
                    otherThread, stack, otherStack, createdAt, otherCreatedAt, locks, otherLocks);
        }
    }

    abstract static class Sink {
        abstract void race(
                int key,
                String arrayType,
                long index,
                long last,
                int stride,
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
                String[] otherLocks);
    }
}
