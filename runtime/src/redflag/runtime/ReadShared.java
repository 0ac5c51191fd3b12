package redflag.runtime;

/**
 * Reads of a location that no order connects, one for each slot.
 *
 * <p>Differs from FastTrack, as the crate {@code trace-analysis} does: while there are few, a read
 * that happens before a newer one is forgotten, and a location that threads hand on comes back to a
 * single epoch. Nothing is lost: a write that races with the forgotten read races with the newer one
 * too. Beyond {@link #FEW}, it is the paper's vector clock, with a second one for the sites.
 *
 * <p>Never changes. The elements of an array that several threads read in turn go through the same
 * sets, and share them ({@link Memo}); a thread may look for itself in one without a lock.
 */
final class ReadShared {
    /** Up to so many reads are a list, kept free of ordered ones. */
    private static final int FEW = 16;

    /** The words of the reads, if they are few, else null. */
    private final long[] few;

    /** For each slot its clock, and its site, if the reads are many. */
    private final VectorClock clocks;

    private final VectorClock sites;

    private ReadShared(long[] few, VectorClock clocks, VectorClock sites) {
        this.few = few;
        this.clocks = clocks;
        this.sites = sites;
    }

    /** Two reads, the second of which does not happen after the first. */
    static ReadShared of(ThreadState thread, long first, long second) {
        Memo memo = thread.memo;
        if (memo.fromWord == first && memo.added == second) {
            return memo.to;
        }
        long[] few = {first, second};
        ReadShared both = new ReadShared(few, null, null);
        memo.remember(null, first, second, null, both);
        return both;
    }

    /** These reads and one more, of this thread; null if it happens after all of these. */
    ReadShared with(ThreadState thread, long read) {
        Memo memo = thread.memo;
        if (memo.from == this && memo.added == read && memo.known == thread.known()) {
            return memo.to;
        }
        ReadShared result = few == null ? withAmongMany(read) : withAmongFew(thread, read);
        memo.remember(this, 0, read, thread.known(), result);
        return result;
    }

    /** Whether there is a read of this epoch. */
    boolean holds(long epoch) {
        if (few == null) {
            int clock = Epoch.clock(epoch);
            return clock != 0 && clocks.get(Epoch.slot(epoch)) == clock;
        }
        for (int i = 0; i < few.length; i++) {
            if (Epoch.same(few[i], epoch)) {
                return true;
            }
        }
        return false;
    }

    /** Adds those reads to a thread's races that do not happen before its next step. */
    void addRacesTo(ThreadState thread) {
        if (few == null) {
            VectorClock known = thread.known();
            for (int slot = clocks.firstAbove(known, 0);
                    slot >= 0;
                    slot = clocks.firstAbove(known, slot + 1)) {
                addRaceTo(thread, Epoch.of(slot, clocks.get(slot)) | sites.get(slot));
            }
        } else {
            for (int i = 0; i < few.length; i++) {
                addRaceTo(thread, few[i]);
            }
        }
    }

    private static void addRaceTo(ThreadState thread, long word) {
        if (!thread.isAfter(word)) {
            thread.addRaceWithRead(word);
        }
    }

    private ReadShared withAmongFew(ThreadState thread, long read) {
        int unordered = 0;
        for (int i = 0; i < few.length; i++) {
            if (!thread.isAfter(few[i])) {
                unordered++;
            }
        }
        if (unordered == 0) {
            return null;
        }
        long[] kept = new long[unordered + 1];
        int count = 0;
        for (int i = 0; i < few.length; i++) {
            if (!thread.isAfter(few[i])) {
                kept[count++] = few[i];
            }
        }
        kept[count] = read;
        if (kept.length <= FEW) {
            return new ReadShared(kept, null, null);
        }
        ReadShared many = new ReadShared(null, VectorClock.EMPTY, VectorClock.EMPTY);
        for (int i = 0; i < kept.length; i++) {
            many = many.withAmongMany(kept[i]);
        }
        return many;
    }

    private ReadShared withAmongMany(long read) {
        int slot = Epoch.slot(read);
        return new ReadShared(
                null, clocks.with(slot, Epoch.clock(read)), sites.with(slot, Epoch.site(read)));
    }

    /**
     * The last step that a thread made from one state of reads to the next. A loop over an array makes
     * the same step for each element, and gets the same set for each instead of a new one.
     */
    static final class Memo {
        private ReadShared from;
        private long fromWord;
        private long added;
        private VectorClock known;
        private ReadShared to;

        private void remember(
                ReadShared from, long fromWord, long added, VectorClock known, ReadShared to) {
            // Running out of stack or memory is behind us: these are stores.
            this.from = from;
            this.fromWord = fromWord;
            this.added = added;
            this.known = known;
            this.to = to;
        }
    }
}
