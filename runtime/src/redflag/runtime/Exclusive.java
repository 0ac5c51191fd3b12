package redflag.runtime;

/**
 * [Read Exclusive] and [Write Exclusive] by one compare-and-set instead of the stripe: most accesses
 * that begin an epoch are of these, and so are all first ones.
 *
 * <p>The words say that all earlier accesses happen before this one. If the word to change is still
 * the same when it is changed, nobody else has come in between; and if the other word is still the
 * same afterwards, or of an access that happens before this one too, then no conflicting access has.
 * Whoever makes one at the same time looks at both words in the other order, so at least one of the
 * two sees the other. In all other cases the answer is that the rules must be asked, under the stripe.
 */
final class Exclusive {
    /** The access was remembered, or is redundant, and races with nothing. */
    static final int SETTLED = 0;

    /** Nothing was done. */
    static final int UNSETTLED = 1;

    /** The access was remembered, but another thread has come in between. */
    static final int DISTURBED = 2;

    private Exclusive() {}

    /**
     * A read of the location with the words of that object and offsets: one of the above. The caller lets the
     * stack be kept.
     */
    static int read(ThreadState thread, Object base, long writeAt, long readAt, int site) {
        long write = Memory.getLong(base, writeAt);
        long read = Memory.getLong(base, readAt);
        if (Tree.ON && Tree.skipsRead(thread, write, read, site)) {
            thread.clearRaces();
            return SETTLED;
        }
        if (Rules.COUNTED
                || Epoch.isShared(read)
                || !isBefore(thread, write)
                || !isBefore(thread, read)
                || !Memory.compareAndSetLong(base, readAt, read, thread.recordedAt(site))) {
            return UNSETTLED;
        }
        thread.figures[Figures.SLOW_READS]++;
        long now = Memory.getLongVolatile(base, writeAt);
        thread.stored(base, write, read, null);
        return now == write || thread.isAfter(now) ? SETTLED : DISTURBED;
    }

    /** The same for a write. */
    static int write(ThreadState thread, Object base, long writeAt, long readAt, int site) {
        long write = Memory.getLong(base, writeAt);
        long read = Memory.getLong(base, readAt);
        if (Tree.ON && Tree.skipsWrite(thread, write, read, site)) {
            thread.clearRaces();
            return SETTLED;
        }
        if (Rules.COUNTED
                || Epoch.isShared(read)
                || !isBefore(thread, write)
                || !isBefore(thread, read)
                || !Memory.compareAndSetLong(base, writeAt, write, thread.recordedAt(site))) {
            return UNSETTLED;
        }
        thread.figures[Figures.SLOW_WRITES]++;
        long now = Memory.getLongVolatile(base, readAt);
        thread.stored(base, write, read, null);
        boolean isSettled = now == read || !Epoch.isShared(now) && thread.isAfter(now);
        return isSettled ? SETTLED : DISTURBED;
    }

    /** A read of an element of an array with these words, of which something may be deferred. */
    static int readElement(
            ThreadState thread, Deferred deferred, int index, long[] words, int site) {
        long writeAt = Memory.elementOffset(2 * index);
        long readAt = Memory.elementOffset(2 * index + 1);
        boolean locked = false;
        try {
            if (deferred != null) {
                locked = deferred.lock();
                deferred.reveal(thread, words, index);
            }
            return read(thread, words, writeAt, readAt, site);
        } finally {
            if (locked) {
                deferred.held = 0;
            }
        }
    }

    /** The same for a write. */
    static int writeElement(
            ThreadState thread, Deferred deferred, int index, long[] words, int site) {
        long writeAt = Memory.elementOffset(2 * index);
        long readAt = Memory.elementOffset(2 * index + 1);
        boolean locked = false;
        try {
            if (deferred != null) {
                locked = deferred.lock();
                deferred.reveal(thread, words, index);
            }
            return write(thread, words, writeAt, readAt, site);
        } finally {
            if (locked) {
                deferred.held = 0;
            }
        }
    }

    private static boolean isBefore(ThreadState thread, long word) {
        return word == 0 || thread.isAfter(word);
    }
}
