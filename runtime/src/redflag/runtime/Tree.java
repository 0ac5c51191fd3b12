package redflag.runtime;

/**
 * TREE [TREE ch. 3]: skips accesses that are redundant, before the rules are asked.
 *
 * <p>The concurrency history of a location is its words: they say which thread has accessed it last, at
 * which site and clock. An access is redundant if the word of its kind is of the same thread and site, if
 * no message of that thread stands that was sent since ({@link ConcurrencyContext}), and if it races with
 * nothing that is remembered. To everyone else the two accesses then stand in the same order, as those of one
 * epoch do ({@link FastTrack}): the word that is there speaks for both, and no race that would be found
 * stays unfound, nor is it found later.
 *
 * <p>What differs from the thesis, and why, is in {@code filter/tree.rs} of the crate {@code
 * trace-analysis}, and this history in {@code filter/tree/word_history.rs}; the test {@code same_verdicts}
 * shows that both skip the same events.
 */
final class Tree {
    /** A constant to the compiler, so that the filter costs nothing when it is off. */
    static final boolean ON = Options.filterTree;

    private Tree() {}

    /** The thread is in the monitor, which guards who was in it last. */
    static void acquired(ThreadState thread, Variable monitor) {
        ThreadState before = monitor.lastHolder;
        monitor.lastHolder = thread;
        // Whoever was in it before the first release of all has learnt nothing.
        thread.context.acquired(monitor, before == thread || before == null);
    }

    /** Whether a read of a location with these words is skipped. */
    static boolean skipsRead(ThreadState thread, long write, long read, int site) {
        return isEquivalent(thread, read, site) && isBefore(thread, write) && skips(thread);
    }

    /** Whether a write is. */
    static boolean skipsWrite(ThreadState thread, long write, long read, int site) {
        return isEquivalent(thread, write, site)
                && !Epoch.isShared(read)
                && isBefore(thread, read)
                && skips(thread);
    }

    /** The same for a read of any location; what is remembered of it may be a set. */
    static boolean skipsRead(ThreadState thread, Words words, Object base, long at, int site) {
        long read = words.read(base, at);
        if (Epoch.isShared(read)) {
            ReadShared shared = words.shared(base, at);
            read = shared == null ? 0 : shared.readOf(Epoch.slot(thread.epoch));
        }
        return skipsRead(thread, words.write(base, at), read, site);
    }

    static boolean skipsWrite(ThreadState thread, Words words, Object base, long at, int site) {
        return skipsWrite(thread, words.write(base, at), words.read(base, at), site);
    }

    /** Site 0 stands for many places. */
    private static boolean isEquivalent(ThreadState thread, long word, int site) {
        return Epoch.slot(word) == Epoch.slot(thread.epoch)
                && Epoch.site(word) == site
                && site != 0
                && !Epoch.same(word, thread.epoch)
                && thread.context.lastsSince(Epoch.clock(word));
    }

    private static boolean isBefore(ThreadState thread, long word) {
        return word == 0 || thread.isAfter(word);
    }

    private static boolean skips(ThreadState thread) {
        if (!thread.context.maySkip()) {
            return false;
        }
        thread.clearRaces();
        thread.figures[Figures.FILTERED]++;
        return true;
    }
}
