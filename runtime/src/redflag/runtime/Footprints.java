package redflag.runtime;

/**
 * What one thread has accessed in arrays and not yet checked [ShrinkWrap ch. 3-5; BigFoot §4].
 *
 * <p>Accesses are gathered in {@link Footprint footprints} and checked when these are committed: before
 * the thread's clock changes, since an access is checked with the clock that its thread had when it was
 * made. So {@link ThreadState} commits before every release, and before every acquire of a clock that the
 * thread's own does not cover; ShrinkWrap, which keeps footprints across acquires, loses races. Why the
 * elements that are reported are those of FastTrack, {@code slimstate/mod.rs} of the crate {@code
 * trace-analysis} says. Besides, a thread commits when it has footprints of many arrays, or of long
 * ones, because their arrays stay alive until then.
 *
 * <p>There are footprints of arrays that have a compressed shadow, and of those that are FINE but long, at
 * places where that pays ({@link Habits}).
 *
 * <p>What is found of an array is kept after a commit, so that a footprint in a variable can be begun anew
 * without looking for anything.
 *
 * <p>Guard of everything: the thread itself.
 */
final class Footprints {
    /** A thread commits when it has footprints of more arrays than this. Written by tests only. */
    static int mostOpen = 1024;

    /** Or of several arrays with more elements than this in all. A few of any length are kept: they stay, mostly. */
    private static final long MOST_ELEMENTS = 1 << 24;

    private static final int FEW_OPEN = 8;

    private static final int FIRST_LENGTH = 16;
    private static final int LAST_LENGTH = 4096;
    private static final int RECENT = 64;

    /** For tests: is told of races instead of the report. */
    static Sink sink;

    /** By hash, open-addressed and at most half full: all that is known, open or not. */
    private Pending[] table = new Pending[FIRST_LENGTH];

    private int taken;

    /** How often the table was emptied. */
    private int generation;

    /** Footprints that were asked for last, by array and place. */
    private final Footprint[] recent = new Footprint[RECENT];

    /** What is to be committed, in the order in which it was begun. */
    private Pending[] open = new Pending[8];

    private int openCount;
    private long openElements;
    private final FoundRaces found = new FoundRaces();

    boolean isEmpty() {
        return openCount == 0;
    }

    /**
     * An element was accessed. The answer is what inlined code keeps for this array and place, never null. If
     * that has words, the array is FINE: the access has not been seen to then. {@code kept} is what it has kept so
     * far, of this array or another, or null.
     */
    static RedflagFootprint access(
            ThreadState thread, RedflagFootprint kept, Object array, int index, int site, boolean isWrite) {
        Footprints mine = of(thread);
        Footprint known = mine.recent[recentAt(array, site, isWrite)];
        if (known != null
                && index >= known.from
                && index < known.next
                && mine.isKnown(known, array, site, isWrite)) {
            // A method was called anew that comes to the same array again.
            return known;
        }
        if (!mine.mayBeOpen(array)) {
            ArrayShadows.Shadowed shadowed = ArrayShadows.compressed(array);
            ArrayShadow fine = shadowed.fine();
            if (fine != null && !(shadowed.length >= ArrayModes.threshold && Habits.isGathered(site))) {
                // There are no footprints of it here, and never will be.
                return fine;
            }
        }
        Footprint footprint = mine.add(thread, kept, array, index, index + 1, site, isWrite);
        if (footprint != null) {
            return footprint;
        }
        ArrayShadow shadow = ArrayShadows.of(array);
        return shadow == null ? RedflagFootprint.ALL : shadow;
    }

    /** Whether there may be footprints of an array: looks at a few only. */
    private boolean mayBeOpen(Object array) {
        for (int i = 0; i < openCount && i < FEW_OPEN; i++) {
            if (open[i].array == array) {
                return true;
            }
        }
        return openCount > FEW_OPEN;
    }

    /**
     * Elements from one up to another were accessed, those of them that the array has. False if they must be
     * checked one by one: the array is FINE, and the place has no footprints of such arrays, or it is not checked.
     */
    static boolean accessRange(
            ThreadState thread, Object array, int from, int to, int site, boolean isWrite) {
        int first = Math.max(from, 0);
        int end = Math.min(to, ArrayShadows.length(array));
        return first >= end
                || of(thread).add(thread, null, array, first, end, site, isWrite) != null;
    }

    private static Footprints of(ThreadState thread) {
        if (thread.footprints == null) {
            thread.footprints = new Footprints();
        }
        return thread.footprints;
    }

    /** Null if there are no footprints of the array at the place: nothing was added then. */
    private Footprint add(
            ThreadState thread,
            RedflagFootprint kept,
            Object array,
            int from,
            int to,
            int site,
            boolean isWrite) {
        Footprint footprint = kept instanceof Footprint ? (Footprint) kept : null;
        if (footprint == null || !footprint.isOf(array, site, isWrite)) {
            footprint = find(array, site, isWrite);
        } else if (footprint.pending.generation != generation) {
            footprint = find(footprint.pending.shadowed, site, isWrite);
        }
        if (footprint == null) {
            return null;
        }
        Pending pending = footprint.pending;
        if (!footprint.isEmpty() && pending.extend(footprint, from, to)) {
            // As inlined code does, in whichever mode the array is.
            return footprint;
        }
        while (isGathered(pending.shadowed, site)) {
            if (!pending.isListed) {
                if (isTransparent(thread, array)) {
                    return null;
                }
                if (openCount >= mostOpen
                        || openCount >= FEW_OPEN && openElements >= MOST_ELEMENTS) {
                    commit(thread);
                    continue;
                }
                list(pending, array);
            }
            boolean begins = footprint.isEmpty();
            if (pending.add(footprint, from, to)) {
                if (begins) {
                    thread.keepInlinedStack(site);
                    if (pending.shadowed.modes() == null) {
                        footprint.askForRepetition();
                    }
                }
                return footprint;
            }
            boolean isScattered = pending.isScattered();
            commitOne(thread, pending);
            if (isScattered) {
                // FINE from now on.
                pending.shadowed.shadow();
                Habits.scattered(site);
            }
        }
        return null;
    }

    private static boolean isGathered(ArrayShadows.Shadowed shadowed, int site) {
        return shadowed.modes() != null || shadowed.isLongAndFine() && Habits.isGathered(site);
    }

    /**
     * Whether what is read from the array may have to be known before the next access: elements that are
     * reached through final fields whose freeze is news to the thread.
     */
    private static boolean isTransparent(ThreadState thread, Object array) {
        VectorClock frozen = array instanceof Object[] ? Frozen.clock(array) : null;
        return frozen != null && !thread.isAfter(frozen);
    }

    private void list(Pending pending, Object array) {
        if (openCount == open.length) {
            Pending[] more = new Pending[2 * openCount];
            System.arraycopy(open, 0, more, 0, openCount);
            open = more;
        }
        pending.array = array;
        pending.isListed = true;
        open[openCount] = pending;
        openCount++;
        openElements += pending.shadowed.length;
    }

    /** That of an array and a place; null if there is none, and none is to be. */
    private Footprint find(Object array, int site, boolean isWrite) {
        int at = recentAt(array, site, isWrite);
        Footprint footprint = recent[at];
        if (footprint == null || !isKnown(footprint, array, site, isWrite)) {
            footprint = find(ArrayShadows.compressed(array), site, isWrite);
            recent[at] = footprint;
        }
        return footprint;
    }

    private boolean isKnown(Footprint footprint, Object array, int site, boolean isWrite) {
        return footprint.isOf(array, site, isWrite) && footprint.pending.generation == generation;
    }

    /** Where in {@link #recent} that of an array and a place is. */
    private static int recentAt(Object array, int site, boolean isWrite) {
        int hash = System.identityHashCode(array) * 31 + site * 2 + (isWrite ? 1 : 0);
        return (hash * 0x9E3779B9) >>> 26;
    }

    private Footprint find(ArrayShadows.Shadowed shadowed, int site, boolean isWrite) {
        int at = cell(table, shadowed);
        Pending pending = table[at];
        if (pending == null) {
            if (!isGathered(shadowed, site)) {
                return null;
            }
            pending = new Pending(shadowed);
            if (2 * (taken + 1) > table.length) {
                grow();
                at = cell(table, shadowed);
            }
            pending.generation = generation;
            table[at] = pending;
            taken++;
        }
        return pending.of(site, isWrite);
    }

    /** That of an array, or the empty one where it belongs. */
    private static int cell(Pending[] cells, ArrayShadows.Shadowed shadowed) {
        int mask = cells.length - 1;
        int at = shadowed.hash & mask;
        while (cells[at] != null && cells[at].shadowed != shadowed) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        Pending[] more = new Pending[2 * table.length];
        for (int i = 0; i < table.length; i++) {
            if (table[i] != null) {
                more[cell(more, table[i].shadowed)] = table[i];
            }
        }
        table = more;
    }

    /** Commits all, with the thread's clock as it is. Runs library code if there was a race. */
    void commit(ThreadState thread) {
        boolean wasInside = thread.inside;
        boolean wasLooking = thread.looksAgain;
        thread.inside = true;
        thread.looksAgain = true;
        try {
            for (int i = 0; i < openCount; i++) {
                commitEach(thread, open[i]);
            }
        } finally {
            // What is not committed by now must not be later: its clock would be wrong. There may be no
            // stack for calls.
            for (int i = 0; i < openCount; i++) {
                Pending pending = open[i];
                for (int j = 0; j < pending.count; j++) {
                    pending.open[j].next = -1;
                    pending.open[j].from = Integer.MAX_VALUE;
                    pending.open[j].stride = 0;
                    pending.open[j].isCovered = false;
                    pending.open[j].dropped = 0;
                    pending.open[j].due = Footprint.FIRST_DUE;
                    pending.open[j].isRepeated = false;
                    pending.open[j].leavesWritten = false;
                    pending.open[j] = null;
                }
                pending.count = 0;
                pending.isListed = false;
                pending.array = null;
                open[i] = null;
            }
            openCount = 0;
            openElements = 0;
            thread.looksAgain = wasLooking;
            thread.inside = wasInside;
        }
        if (taken >= LAST_LENGTH / 2) {
            forget();
        }
    }

    /** Those of one array, of which there are too many. */
    private void commitOne(ThreadState thread, Pending pending) {
        boolean wasLooking = thread.looksAgain;
        thread.looksAgain = true;
        try {
            commitEach(thread, pending);
        } finally {
            for (int i = 0; i < pending.count; i++) {
                pending.open[i].next = -1;
                pending.open[i].from = Integer.MAX_VALUE;
                pending.open[i].stride = 0;
                pending.open[i].isCovered = false;
                pending.open[i].dropped = 0;
                pending.open[i].due = Footprint.FIRST_DUE;
                pending.open[i].isRepeated = false;
                pending.open[i].leavesWritten = false;
                pending.open[i] = null;
            }
            pending.count = 0;
            thread.looksAgain = wasLooking;
        }
    }

    /** Arrays come and go; what was found of them would become more and more. Only while nothing is open. */
    private void forget() {
        Pending[] none = new Pending[FIRST_LENGTH];
        for (int i = 0; i < RECENT; i++) {
            recent[i] = null;
        }
        generation++;
        taken = 0;
        table = none;
    }

    private void commitEach(ThreadState thread, Pending pending) {
        pending.sort();
        for (int i = 0; i < pending.count; i++) {
            Footprint footprint = pending.open[i];
            int first = footprint.first();
            int last = footprint.last();
            int stride = footprint.distance();
            if (footprint.isEmpty() || pending.isLeftOut(i) || pending.isWithinEarlier(i)) {
                continue;
            }
            thread.figures[Figures.FOOTPRINTS]++;
            if (stride > 1 && first + stride == last) {
                // Two indices that no range has.
                commit(thread, pending, footprint, first, first, 1);
                commit(thread, pending, footprint, last, last, 1);
            } else {
                commit(thread, pending, footprint, first, last, stride);
            }
        }
    }

    private void commit(
            ThreadState thread,
            Pending pending,
            Footprint footprint,
            int first,
            int last,
            int stride) {
        int site = footprint.site;
        boolean isWrite = footprint.isWrite;
        int leftFirst = first;
        int leftLast = last;
        ArrayModes modes = pending.shadowed.modes();
        if (modes != null) {
            boolean isDone = false;
            boolean locked = false;
            found.clear();
            try {
                locked = modes.lock();
                isDone = modes.commit(thread, found, first, last, stride, site, isWrite);
                leftFirst = modes.leftFirst;
                leftLast = modes.leftLast;
            } finally {
                if (locked) {
                    modes.held = 0;
                }
            }
            tell(thread, pending.array, site, isWrite);
            if (isDone) {
                return;
            }
        }
        Habits.committed(site, footprint.isRepeated || footprint.dropped > 0);
        ArrayShadow shadow = ArrayShadows.of(pending.array);
        for (int i = leftFirst; shadow != null && i <= leftLast; i += stride) {
            check(thread, pending.array, shadow, i, site, isWrite);
        }
    }

    /** An element of an array that is FINE. */
    static void check(
            ThreadState thread,
            Object array,
            ArrayShadow shadow,
            int index,
            int site,
            boolean isWrite) {
        thread.figures[isWrite ? Figures.SLOW_WRITES : Figures.SLOW_READS]++;
        int hash = Accesses.elementHash(array, index);
        int races =
                isWrite
                        ? FastTrack.onWrite(thread, ArrayShadow.WORDS, shadow, index, hash, site)
                        : FastTrack.onRead(thread, ArrayShadow.WORDS, shadow, index, hash, site);
        if (races != 0) {
            tell(thread, array, index, index, 1, site, isWrite);
        }
        thread.keepTaken(array, index, site, isWrite);
    }

    private void tell(ThreadState thread, Object array, int site, boolean isWrite) {
        int race = 0;
        while (race < found.count()) {
            int next = found.restore(thread, race);
            tell(thread, array, found.first(race), found.last(race), found.stride(race), site, isWrite);
            race = next;
        }
    }

    /** The last access of the thread was in races, on all elements of a segment. */
    private static void tell(
            ThreadState thread,
            Object array,
            int first,
            int last,
            int stride,
            int site,
            boolean isWrite) {
        if (sink != null) {
            sink.race(thread, array, first, last, stride, site, isWrite);
            return;
        }
        Accesses.tellElements(thread, thread.raceCount(), array, first, last, stride, site, isWrite);
    }

    abstract static class Sink {
        /** The races are in the thread. */
        abstract void race(
                ThreadState thread,
                Object array,
                int first,
                int last,
                int stride,
                int site,
                boolean isWrite);
    }
}
