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
 * sets, and share them ({@link Step}); a thread may look for itself in one without a lock.
 */
final class ReadShared {
    /** Up to so many reads are a list, kept free of ordered ones. */
    private static final int FEW = 16;

    /** The words of the reads, if they are few, else null. */
    private final long[] few;

    /** For each slot its clock, and its site, if the reads are many. */
    private final VectorClock clocks;

    private final VectorClock sites;

    /**
     * The read word of the locations with these reads. No two sets have the same word, ever, so that a
     * thread that has found itself in one knows it again by its word.
     */
    final long word;

    private ReadShared(long word, long[] few, VectorClock clocks, VectorClock sites) {
        this.word = word;
        this.few = few;
        this.clocks = clocks;
        this.sites = sites;
    }

    /** Two reads, the second of which does not happen after the first. */
    static ReadShared of(ThreadState thread, long first, long second) {
        Step step = thread.step(first, second);
        if (step.from == first && step.added == second) {
            return step.to;
        }
        long[] few = {first, second};
        ReadShared both = new ReadShared(thread.newSharedWord(), few, null, null);
        step.remember(first, second, null, both);
        return both;
    }

    /** These reads and one more, of this thread; null if it happens after all of these. */
    ReadShared with(ThreadState thread, long read) {
        Step step = thread.step(word, read);
        if (step.from == word && step.added == read && step.known == thread.known()) {
            return step.to;
        }
        ReadShared result = few == null ? withAmongMany(thread, read) : withAmongFew(thread, read);
        step.remember(word, read, thread.known(), result);
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

    /** The read of that slot; 0 if there is none. */
    long readOf(int slot) {
        if (few == null) {
            int clock = clocks.get(slot);
            return clock == 0 ? 0 : Epoch.of(slot, clock) | sites.get(slot);
        }
        for (int i = 0; i < few.length; i++) {
            if (Epoch.slot(few[i]) == slot) {
                return few[i];
            }
        }
        return 0;
    }

    /** Whether another thread may have read in its current epoch. */
    boolean hasOthersNow(ThreadState thread) {
        if (few == null) {
            return true;
        }
        for (int i = 0; i < few.length; i++) {
            if (thread.isOthersNow(few[i])) {
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
            return new ReadShared(thread.newSharedWord(), kept, null, null);
        }
        VectorClock clocks = VectorClock.EMPTY;
        VectorClock sites = VectorClock.EMPTY;
        for (int i = 0; i < kept.length; i++) {
            clocks = clocks.with(Epoch.slot(kept[i]), Epoch.clock(kept[i]));
            sites = sites.with(Epoch.slot(kept[i]), Epoch.site(kept[i]));
        }
        return new ReadShared(thread.newSharedWord(), null, clocks, sites);
    }

    private ReadShared withAmongMany(ThreadState thread, long read) {
        int slot = Epoch.slot(read);
        return new ReadShared(
                thread.newSharedWord(),
                null,
                clocks.with(slot, Epoch.clock(read)),
                sites.with(slot, Epoch.site(read)));
    }

    /**
     * A step that a thread made from one state of reads to the next. A loop over an array makes the
     * same few steps for its elements, and gets the same sets for them instead of new ones. {@link
     * ThreadState#step} keeps the last few.
     */
    static final class Step {
        /** The read word before, of a single read or a set. */
        private long from;

        private long added;
        private VectorClock known;
        private ReadShared to;

        /** Whether this one, of the same epoch, would have to be forgotten for another one. */
        boolean isInTheWayOf(long from, long added) {
            return Epoch.same(this.added, added) && (this.from != from || this.added != added);
        }

        private void remember(long from, long added, VectorClock known, ReadShared to) {
            // Running out of stack or memory is behind us: these are stores.
            this.from = from;
            this.added = added;
            this.known = known;
            this.to = to;
        }
    }

    /** Where the words of sets come from. */
    static final class Numbers {
        private static final int BLOCK_BITS = 10;

        /** How many a thread takes at once. */
        static final int BLOCK = 1 << BLOCK_BITS;

        private static final Numbers ALL = new Numbers();
        private static final long NEXT = Memory.fieldOffset(Numbers.class, "next");

        /** Guarded by itself: taken from by adding. */
        @SuppressWarnings("unused")
        private volatile long next = Epoch.FIRST_SHARED;

        /** The first of {@link #BLOCK} words that nobody else gets. */
        static long takeBlock() {
            return Memory.getAndAddLong(ALL, NEXT, BLOCK);
        }

        /** Another order in each block: the sets that threads make first differ in their lowest bits. */
        static long shuffled(long word) {
            return word ^ (word >>> BLOCK_BITS & (BLOCK - 1));
        }
    }
}
