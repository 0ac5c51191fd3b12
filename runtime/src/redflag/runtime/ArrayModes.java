package redflag.runtime;

/**
 * The compressed shadow of one array: its mode, and the words of each segment [ShrinkWrap ch. 3-5].
 *
 * <p>A mode is a partition of the indices into {@link Segments}. It begins as one segment and is refined when a
 * footprint is committed that is not compatible with it, until it is given up for an {@link ArrayShadow}: FINE is for
 * good, because inlined code keeps its words. Segments become one again when their states are the same again, or make
 * a {@link Ramp}. The rules are those of {@code slimstate/shadow.rs} in the crate {@code trace-analysis}, which says
 * what differs from the thesis and in what sense the races are those of FastTrack; both are run on the same events by
 * its test {@code same_slimstate}.
 *
 * <p>Guard of everything: this, which is held for one footprint at a time. Footprints say nothing of the
 * mode, so no thread has to know of a change. Whoever finds the array FINE under the lock commits to its
 * {@link ArrayShadow} instead.
 */
final class ArrayModes extends Segments {
    private static final int SPLIT = 3;

    /** Shorter arrays are FINE from the start. Written at start-up and by tests only. */
    static int threshold = 32;

    private static final int OFTEN_PICKED = 32;

    /** For tests: whether states may be forgotten so that segments become one. */
    static boolean coarsens = true;

    private final ArrayShadows.Shadowed shadowed;
    private final int hash;

    /** How many short footprints more may be committed. */
    private int patience;

    /** When a loop last went through the array. No guard: near enough. */
    long lastSpan;

    /** How many single elements were committed in epochs with such loops. Read without the lock. */
    private int picked;

    /** What is left to be committed of a footprint when the array has become FINE. */
    int leftFirst;

    int leftLast;

    ArrayModes(ArrayShadows.Shadowed shadowed, int length, int hash) {
        super(length);
        this.shadowed = shadowed;
        this.hash = hash;
        this.patience = Refinement.allPatience(length);
    }

    /** The figure that counts arrays of the mode. */
    int figure() {
        switch (mode) {
            case GRID:
                if (block >= length) {
                    return stride == 1 ? Figures.COARSE : Figures.STRIDE;
                }
                return stride == 1 ? Figures.BLOCK : Figures.GRID;
            case RANGES:
                return count <= SPLIT ? Figures.SPLIT : Figures.RANGES;
            default:
                return Figures.FINE;
        }
    }

    /** Whether single elements are accessed so often that an array which loops go through were better FINE. */
    boolean isPickedAt() {
        return picked >= OFTEN_PICKED;
    }

    /**
     * Commits a footprint, whose races are added to {@code found}. False if the array is FINE: what is then
     * left of the footprint goes from {@link #leftFirst} to {@link #leftLast}.
     */
    boolean commit(
            ThreadState thread,
            FoundRaces found,
            int first,
            int last,
            int apart,
            int site,
            boolean isWrite) {
        leftFirst = first;
        leftLast = last;
        if (mode == FINE) {
            return false;
        }
        if (mode == RANGES && first == last && grows(thread, first, site, isWrite)) {
            return true;
        }
        picked += first == last && lastSpan == thread.epoch ? 1 : 0;
        if (mode == RANGES) {
            patience = Refinement.wear(patience, count, (last - first) / apart + 1, length);
            if (patience < 0) {
                becomeFine(thread);
                return false;
            }
        }
        int before = figure();
        if (stride == 1) {
            trim(thread, apart, isWrite);
        }
        int leftApart = leftFirst == leftLast ? 1 : apart;
        if (leftFirst <= leftLast
                && !isCompatible(thread, leftFirst, leftLast, leftApart, isWrite)
                && !refine(thread, leftFirst, leftLast, leftApart)) {
            becomeFine(thread);
            return false;
        }
        if (rises != null && leftApart == 1 && !level(thread, leftFirst, leftLast)) {
            becomeFine(thread);
            return false;
        }
        check(thread, found, leftFirst, leftLast, leftApart, site, isWrite);
        if (coarsens && count > 1 && apart == 1) {
            coarsen(thread, first, last, site, isWrite);
        }
        if (mode == RANGES) {
            joinAt(thread, first, last, apart);
        }
        countMode(thread, before);
        return true;
    }

    /** Lets ranges be one, and those of the whole array COARSE, where a footprint has just been committed. */
    private void joinAt(ThreadState thread, int first, int last, int apart) {
        if (apart == 1) {
            join(thread, first, last);
        }
        if (coarsens && count == 1 && !rises(0)) {
            mode = GRID;
            block = length;
            starts = null;
            rises = null;
        }
    }

    /**
     * A shorter way for what a loop does that goes up an array and synchronises at each element: it writes the first of
     * those that nobody has accessed, or reads what it has written last. False if this is something else; nothing was
     * done then. Does what {@link #commit} would do.
     */
    private boolean grows(ThreadState thread, int index, int site, boolean isWrite) {
        int rest = count - 1;
        if (rest == 0 || !Refinement.areFew(count) || Rules.COUNTED || Tree.ON) {
            return false;
        }
        int last = rest - 1;
        if (isWrite) {
            if (starts[rest] != index
                    || index == length - 1
                    || words[2 * rest] != 0
                    || words[2 * rest + 1] != 0) {
                return false;
            }
            long now = thread.epoch | site;
            boolean joins = words[2 * last + 1] == 0 && Epoch.slot(words[2 * last]) == Epoch.slot(now);
            if (joins) {
                int rise = writeRise(last);
                if (rise == 0 || Ramp.riseTo(words[2 * last], now, index - starts[last], rise) < 0) {
                    return false;
                }
                thread.recordedAt(site);
                starts[rest] = index + 1;
                countCheck(thread, true);
                return true;
            }
            if (count == starts.length || 2 * count == words.length) {
                return false;
            }
            int before = figure();
            thread.recordedAt(site);
            // Nothing can fail from here on.
            starts[count] = index + 1;
            words[2 * count] = 0;
            words[2 * count + 1] = 0;
            if (shared != null) {
                shared[count] = null;
                shared[rest] = null;
            }
            if (rises != null) {
                rises[count] = 0;
            }
            words[2 * rest] = now;
            count++;
            thread.addLocations(this, 1);
            countCheck(thread, true);
            countMode(thread, before);
            return true;
        }
        long write = words[2 * last];
        if (starts[last] != index
                || starts[rest] != index + 1
                || words[2 * last + 1] != 0
                || write == 0
                || !thread.isAfter(write)) {
            return false;
        }
        int before = figure();
        words[2 * last + 1] = thread.recordedAt(site);
        countCheck(thread, false);
        joinAt(thread, index, index, 1);
        countMode(thread, before);
        return true;
    }

    private void countMode(ThreadState thread, int before) {
        int after = figure();
        if (after != before) {
            thread.figures[before]--;
            thread.figures[after]++;
        }
    }

    /** Takes off what lies at the ends of a footprint in segments that the thread has to itself already. */
    private void trim(ThreadState thread, int apart, boolean isWrite) {
        int segment = segmentOf(leftFirst);
        if (!isCovered(segment, leftFirst, leftLast, apart) && isSame(thread, segment, isWrite)) {
            countCheck(thread, isWrite);
            leftFirst += ((end(segment) - leftFirst) / apart + 1) * apart;
        }
        if (leftFirst > leftLast) {
            return;
        }
        segment = segmentOf(leftLast);
        if (!isCovered(segment, leftFirst, leftLast, apart) && isSame(thread, segment, isWrite)) {
            countCheck(thread, isWrite);
            leftLast -= ((leftLast - begin(segment)) / apart + 1) * apart;
        }
    }

    private boolean isCompatible(ThreadState thread, int first, int last, int apart, boolean isWrite) {
        int end;
        for (int from = first; from <= last; from = end) {
            end = endOfPart(from, last, apart);
            int touches = touches(from, end, apart);
            for (int at = 0; at < touches; at++) {
                int segment = segmentOf(from + at * apart);
                if (!isCovered(segment, first, last, apart) && !isSame(thread, segment, isWrite)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void check(
            ThreadState thread,
            FoundRaces found,
            int first,
            int last,
            int apart,
            int site,
            boolean isWrite) {
        int end;
        for (int from = first; from <= last; from = end) {
            end = endOfPart(from, last, apart);
            int touches = touches(from, end, apart);
            for (int at = 0; at < touches; at++) {
                int segment = segmentOf(from + at * apart);
                countCheck(thread, isWrite);
                if (isCovered(segment, first, last, apart)) {
                    if (rises != null) {
                        // First: should there be no stack for the rest, no clock must be too large.
                        rises[segment] &= isWrite ? Ramp.MOST_RISE << Ramp.RISE_BITS : Ramp.MOST_RISE;
                    }
                    check(thread, found, segment, site, isWrite);
                }
            }
        }
    }

    private void check(
            ThreadState thread, FoundRaces found, int segment, int site, boolean isWrite) {
        if (!Rules.COUNTED && !Tree.ON && isSettled(thread, segment, site, isWrite)) {
            return;
        }
        int races =
                isWrite
                        ? FastTrack.onWrite(thread, WORDS, this, segment, hash + segment, site)
                        : FastTrack.onRead(thread, WORDS, this, segment, hash + segment, site);
        if (races != 0) {
            found.add(thread, races, begin(segment), end(segment), strideOf(segment));
        }
    }

    /**
     * Lets those ramps in a range fall into their elements that happen before the commit in part, and cuts off the
     * last element where the commit's own epoch has come to that already. False if that are too many.
     */
    private boolean level(ThreadState thread, int first, int last) {
        int index = first;
        while (index <= last) {
            int segment = segmentOf(index);
            int begin = begin(segment);
            int end = end(segment);
            index = end + 1;
            int writeRise = writeRise(segment);
            int readRise = readRise(segment);
            if (writeRise == 0 && readRise == 0 || begin < first || end > last) {
                continue;
            }
            long write = Ramp.wordAt(words[2 * segment], writeRise, end - begin);
            long read = Ramp.wordAt(words[2 * segment + 1], readRise, end - begin);
            if (writeRise != 0 && !isBefore(thread, write) || readRise != 0 && !isBefore(thread, read)) {
                if (count + end - begin > Refinement.MOST_RANGES) {
                    return false;
                }
                for (int at = begin + 1; at <= end; at++) {
                    split(thread, at);
                }
            } else if (writeRise != 0 && Epoch.same(write, thread.epoch)
                    || readRise != 0 && Epoch.same(read, thread.epoch)) {
                split(thread, end);
            }
        }
        return true;
    }

    /**
     * [Same Epoch] and [Exclusive] of a segment, as {@link Exclusive} has them, but without another thread
     * that could come in between. False if nothing was done.
     */
    private boolean isSettled(ThreadState thread, int segment, int site, boolean isWrite) {
        long write = words[2 * segment];
        long read = words[2 * segment + 1];
        if (Epoch.same(isWrite ? write : read, thread.epoch)) {
            return true;
        }
        if (Epoch.isShared(read) || !isBefore(thread, write) || !isBefore(thread, read)) {
            return false;
        }
        words[2 * segment + (isWrite ? 0 : 1)] = thread.recordedAt(site);
        thread.stored(this, write, read, null);
        return true;
    }

    private static boolean isBefore(ThreadState thread, long word) {
        return word == 0 || thread.isAfter(word);
    }

    private static void countCheck(ThreadState thread, boolean isWrite) {
        thread.figures[isWrite ? Figures.SLOW_WRITES : Figures.SLOW_READS]++;
    }

    /** The first index of a footprint that is beyond the block, or the segment, of one of its indices. */
    private int endOfPart(int from, int last, int apart) {
        int end = mode == GRID ? from - from % block + block - 1 : end(segmentOf(from));
        return from + (Math.min(end, last) - from) / apart * apart + apart;
    }

    /** How many segments a footprint comes to from one index up to another, before they come again. */
    private int touches(int from, int end, int apart) {
        return Math.min((end - from) / apart, stride / Refinement.gcd(stride, apart));
    }

    /** Whether all indices of a segment that a footprint touches are in it. */
    private boolean isCovered(int segment, int first, int last, int apart) {
        int begin = begin(segment);
        int end = end(segment);
        return begin == end || stride % apart == 0 && first <= begin && end <= last;
    }

    /** Whether the thread has accessed a segment in this epoch, in the same way. */
    private boolean isSame(ThreadState thread, int segment, boolean isWrite) {
        if ((isWrite ? writeRise(segment) : readRise(segment)) != 0) {
            return false;
        }
        long word = words[2 * segment + (isWrite ? 0 : 1)];
        if (!isWrite && Epoch.isShared(word)) {
            return shared[segment].holds(thread.epoch);
        }
        return Epoch.same(word, thread.epoch);
    }

    /** Whether there is a mode that the footprint is compatible with, which is now that of the array. */
    private boolean refine(ThreadState thread, int first, int last, int apart) {
        if (mode == GRID) {
            int both = Refinement.both(stride, apart, length);
            int part = both == 0 ? 0 : Refinement.block(block, both, first, last, apart, length);
            if (part != 0) {
                int before = (length - 1) / part;
                change(thread, GRID, part, both, null, before * both + Math.min(both, length - before * part));
                return true;
            }
        }
        if (apart > 1 || stride > 1) {
            return false;
        }
        int[] all = mode == GRID ? runs() : starts;
        int ranges = mode == GRID ? all.length : count;
        if (!Refinement.isCut(all, ranges, first, last, length)) {
            return false;
        }
        if (mode == GRID) {
            change(thread, RANGES, 0, 1, all, ranges);
        }
        split(thread, first);
        split(thread, last + 1);
        return true;
    }

    /** Every element gets the state of its segment; if there is no room for that, the array is not checked. */
    void becomeFine(ThreadState thread) {
        if (mode == FINE) {
            return;
        }
        ArrayShadow fine = shadowed.makeFine();
        int used = 0;
        for (int segment = 0; fine != null && segment < count; segment++) {
            long write = words[2 * segment];
            long read = words[2 * segment + 1];
            if (write == 0 && read == 0) {
                continue;
            }
            ReadShared set = Epoch.isShared(read) ? shared[segment] : null;
            int begin = begin(segment);
            int end = end(segment);
            int writeRise = writeRise(segment);
            int readRise = readRise(segment);
            for (int index = begin; index <= end; index += stride) {
                if (set != null) {
                    ArrayShadow.WORDS.setShared(fine, index, set);
                }
                fine.words[2 * index] = Ramp.wordAt(write, writeRise, index - begin);
                fine.words[2 * index + 1] = Ramp.wordAt(read, readRise, index - begin);
                used++;
            }
        }
        int before = figure();
        if (thread != null) {
            thread.addLocations(this, used - used());
            thread.figures[before]--;
            thread.figures[Figures.FINE]++;
        }
        shadowed.replace(this, fine);
        mode = FINE;
        starts = null;
        words = null;
        shared = null;
        rises = null;
    }

    /** One state for segments side by side, or for all, if a commit has made theirs the same. */
    private void coarsen(ThreadState thread, int first, int last, int site, boolean isWrite) {
        boolean isWhole = first == 0 && last == length - 1;
        if (isWhole && unify(thread, 0, count, site, isWrite)) {
            merge(0, count, GRID, length, null);
            patience = Refinement.allPatience(length);
            return;
        }
        if (mode != RANGES) {
            return;
        }
        int from = Refinement.firstFrom(starts, count, first);
        int to =
                last == length - 1
                        ? count
                        : Refinement.firstFrom(starts, count, last + 2) - 1;
        if (to >= from + 2 && unify(thread, from, to, site, isWrite)) {
            int[] fewer = new int[count - (to - from) + 1];
            System.arraycopy(starts, 0, fewer, 0, from + 1);
            System.arraycopy(starts, to, fewer, from + 1, count - to);
            merge(from, to, RANGES, 0, fewer);
            patience = Refinement.allPatience(length);
        }
    }

    /**
     * Whether some segments, which a commit has just covered, have one state. After a write they do if no
     * read is left that does not happen before it: others are forgotten, since what races with them races
     * with the write.
     */
    private boolean unify(ThreadState thread, int from, int to, int site, boolean isWrite) {
        if (!isWrite) {
            for (int segment = from + 1; segment < to; segment++) {
                if (!isEqual(from, segment)) {
                    return false;
                }
            }
            return !Epoch.isShared(words[2 * from + 1]);
        }
        for (int segment = from; segment < to; segment++) {
            long read = words[2 * segment + 1];
            if (rises(segment)
                    || !Epoch.same(words[2 * segment], thread.epoch)
                    || Epoch.isShared(read)
                    || read != 0 && !thread.isAfter(read)) {
                return false;
            }
        }
        for (int segment = from; segment < to; segment++) {
            words[2 * segment] = thread.epoch | site;
            words[2 * segment + 1] = 0;
        }
        return true;
    }
}
