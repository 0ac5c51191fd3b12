package redflag.runtime;

/**
 * What places in loops have accessed, told of when the loop ends: the elements of an array from one up to
 * another. The loop did nothing that orders threads, so that the thread's clock is the one that it had at each
 * access.
 *
 * <p>The words of the elements are tested here as inlined code tests those of a single access (see the agent's
 * {@code carrier}), and all that is said of that in {@link Taken} holds here too. Besides, what a place has
 * accessed last is kept: what it accesses again in the same epoch, it need not look at.
 *
 * <p>Guard of everything: the thread itself.
 */
final class Spans {
    private static final int RECENT = 64;

    /** By place. Those of several may collide. */
    private final Span[] recent = new Span[RECENT];

    /** The lowest index of a span, as {@link SpanHooks#readSpan} is told of it. */
    static int from(int begin, int now, int reached, int offset, int step) {
        return step < 0 ? last(now, reached, offset, step) : begin + offset;
    }

    /** What follows the highest index; the same as the lowest if there is none. */
    static int to(int begin, int now, int reached, int offset, int step) {
        if (step == 0) {
            return now != 0 || reached >= 0 ? begin + 1 : begin;
        }
        return 1 + (step < 0 ? begin + offset : last(now, reached, offset, step));
    }

    private static int last(int now, int reached, int offset, int step) {
        return now + offset - (reached >= 0 ? 0 : step);
    }

    /**
     * Elements from one up to another were accessed, those of them that the array has, in a loop that began in an
     * epoch. A thread begins unseen.
     *
     * <p>If the thread has synchronised in the loop after all, as a class loader may that the JVM has called, some
     * were accessed before that, and others may have accessed them since, in order. So nothing is reported then. But
     * where nobody else's access would be forgotten for it, the access is remembered for others, as if made before
     * the thread synchronised: who does not come after that does not come after what it did later.
     */
    static void access(
            ThreadState thread,
            long epoch,
            Object array,
            int from,
            int to,
            int site,
            boolean isWrite) {
        long now = thread.epoch;
        long began = Epoch.slot(epoch) == Epoch.UNSEEN_SLOT ? thread.firstEpoch : epoch;
        if (began == now) {
            access(thread, array, from, to, site, isWrite);
        } else if (Epoch.slot(began) == Epoch.slot(now)) {
            try {
                thread.epoch = began;
                remember(thread, array, from, to, site, isWrite);
            } finally {
                thread.epoch = now;
            }
        }
    }

    /** Not of arrays that are compressed. */
    private static void remember(
            ThreadState thread, Object array, int from, int to, int site, boolean isWrite) {
        ArrayShadows.Shadowed shadowed = (ArrayShadows.Shadowed) ArrayShadows.entry(array);
        if (shadowed != null && shadowed.modes() != null) {
            return;
        }
        ArrayShadow shadow = ArrayShadows.of(array);
        int end = shadow == null ? 0 : Math.min(to, shadow.length());
        for (int i = from; i < end; i++) {
            long mine = shadow.words[2 * i + (isWrite ? 0 : 1)];
            boolean isOwn = Epoch.slot(mine) == Epoch.slot(thread.epoch) && mine < thread.epoch;
            if (Epoch.clock(mine) != 0 && !isOwn || Epoch.isShared(mine)) {
                continue;
            }
            if (isWrite) {
                Exclusive.writeElement(thread, shadow.deferred(), i, shadow.words, site);
            } else {
                Exclusive.readElement(thread, shadow.deferred(), i, shadow.words, site);
            }
        }
    }

    private static void access(
            ThreadState thread, Object array, int from, int to, int site, boolean isWrite) {
        int end = Math.min(to, ArrayShadows.length(array));
        if (from >= end) {
            return;
        }
        Span span = of(thread, array, site, isWrite);
        if (span.shadowed == null
                || span.contains(thread, from, end)
                || isGathered(thread, span.shadowed, array, from, end, site, isWrite)) {
            return;
        }
        ArrayShadow shadow = span.shadowed.shadow();
        shadow = shadow == null ? ArrayShadows.of(array) : shadow;
        if (shadow == null) {
            return;
        }
        long[] words = shadow.words;
        boolean isSettled = ThreadFields.isSettled(site);
        if (isSettled && Deferred.access(thread, shadow, from, end, site, isWrite)) {
            span.add(thread, from, end);
            return;
        }
        long filtered = thread.figures[Figures.FILTERED];
        int next = from;
        while (next < end) {
            if (isWrite) {
                next = settleWrites(thread, words, next, end, site, isSettled);
            } else {
                next = settleReads(thread, words, next, end, site, isSettled);
            }
            if (next < end) {
                check(thread, array, shadow, next, site, isWrite);
                next++;
            }
        }
        // What a filter has dropped, the words do not know of.
        if (thread.figures[Figures.FILTERED] == filtered) {
            span.add(thread, from, end);
        }
    }

    /** As inlined code does where it can. The answer is another number than the index if nothing is left to do. */
    static int settle(ThreadState thread, long[] words, int index, int site, boolean isWrite) {
        boolean isSettled = ThreadFields.isSettled(site);
        return isWrite
                ? settleWrites(thread, words, index, index + 1, site, isSettled)
                : settleReads(thread, words, index, index + 1, site, isSettled);
    }

    /** Up to the answer, there is nothing left to do. */
    private static int settleReads(
            ThreadState thread, long[] words, int from, int to, int site, boolean isSettled) {
        for (int i = from; i < to; i++) {
            long read = words[2 * i + 1];
            if (Epoch.same(read, thread.epoch) || Epoch.isShared(read) && thread.knows(read)) {
                continue;
            }
            if (!isSettled || !thread.owns(words[2 * i], read)) {
                return i;
            }
            words[2 * i + 1] = thread.recordedAt(site);
        }
        return to;
    }

    /** The same for writes. */
    private static int settleWrites(
            ThreadState thread, long[] words, int from, int to, int site, boolean isSettled) {
        for (int i = from; i < to; i++) {
            long write = words[2 * i];
            if (Epoch.same(write, thread.epoch)) {
                continue;
            }
            if (!isSettled || !thread.owns(write, words[2 * i + 1])) {
                return i;
            }
            words[2 * i] = thread.recordedAt(site);
        }
        return to;
    }

    private static void check(
            ThreadState thread, Object array, ArrayShadow shadow, int index, int site, boolean isWrite) {
        if (isWrite) {
            Accesses.writeElement(thread, array, index, shadow.words, shadow.deferred(), site);
        } else {
            Accesses.readElement(thread, array, index, shadow.words, shadow.deferred(), site);
        }
    }

    /** Not so if the array is FINE, or better were: spans and {@link Deferred} do without footprints then. */
    private static boolean isGathered(
            ThreadState thread,
            ArrayShadows.Shadowed shadowed,
            Object array,
            int from,
            int to,
            int site,
            boolean isWrite) {
        ArrayModes modes = Options.compressArrays ? shadowed.modes() : null;
        if (modes == null || modes.isPickedAt()) {
            return false;
        }
        modes.lastSpan = thread.epoch;
        return Footprints.accessRange(thread, array, from, to, site, isWrite);
    }

    /** That of a place and an array, empty if the place has come to another since. */
    private static Span of(ThreadState thread, Object array, int site, boolean isWrite) {
        if (thread.spans == null) {
            thread.spans = new Spans();
        }
        Span[] recent = thread.spans.recent;
        int at = site & RECENT - 1;
        if (recent[at] == null) {
            recent[at] = new Span();
        }
        recent[at].begin(array, site, isWrite);
        return recent[at];
    }

    static final class Span {
        /** What stands for the array; null if it is not checked. */
        private ArrayShadows.Shadowed shadowed;

        private int site;
        private boolean isWrite;

        /** When it was accessed. */
        private long epoch;

        private int from;
        private int to;

        void begin(Object array, int site, boolean isWrite) {
            // A shadow may have gone for want of memory.
            boolean isKnown = shadowed != null && shadowed.get() == array && shadowed.isMade();
            if (isKnown && this.site == site && this.isWrite == isWrite) {
                return;
            }
            if (!isKnown) {
                shadowed =
                        Options.compressArrays
                                ? ArrayShadows.compressed(array)
                                : ArrayShadows.shadowed(array);
            }
            this.site = site;
            this.isWrite = isWrite;
            from = 0;
            to = 0;
        }

        boolean contains(ThreadState thread, int begin, int end) {
            return epoch == thread.epoch && begin >= from && end <= to;
        }

        void add(ThreadState thread, int begin, int end) {
            boolean isOne = epoch == thread.epoch && begin <= to && end >= from && from != to;
            epoch = thread.epoch;
            from = isOne ? Math.min(from, begin) : begin;
            to = isOne ? Math.max(to, end) : end;
        }
    }
}
