package redflag.runtime;

/**
 * What threads have accessed in loops, in parts of an array that each has to itself, and not yet put into the words
 * of the elements: of each thread one range of writes and one of reads. When it comes to much the same range in its
 * next epoch, two numbers change instead of the words of all elements.
 *
 * <p>What is remembered is the same, only elsewhere. The words of the elements are the thread's own, of an earlier
 * epoch, and all that others have done to them happens before what the thread did. So inlined code of other threads
 * settles nothing there and asks the runtime, which puts the ranges into the words ({@link #reveal}) before it looks
 * at them. Inlined code of the thread itself puts in later epochs, which stay there.
 *
 * <p>Whoever in the runtime looks at words of the array to change them holds the lock meanwhile: so a thread that
 * looks, holding it too, whether it has elements to itself sees what others did before, and they will see what it
 * has deferred. One who came before there was a lock does not hold it. So nothing is deferred before a thread that
 * came later has synchronised; what is left is one that is stopped inside the runtime until then, as in {@link
 * Taken}.
 *
 * <p>This pays for arrays to which the same threads come again and again. An array earns credit for elements that
 * need not be looked at, and spends it on those that must: without credit it is left alone.
 *
 * <p>Not used where every access is counted.
 *
 * <p>Guard of everything: this lock.
 */
final class Deferred extends SpinLock {
    private static final boolean USED = !Rules.COUNTED;

    /** What has fewer elements is as well put into the words. */
    static final int LEAST = 16;

    /** So many threads have a part; others do without. */
    private static final int MOST_PARTS = 16;

    /** What it costs to put in the word of an element, beside what it costs to look at one. */
    private static final int STAMPING = 2;

    private Part[] parts = new Part[1];
    private int count;

    /** The epoch of the thread that came last, as long as none has come again that had synchronised; then 0. */
    private long since;

    private final long mostCredit;
    private long credit;

    Deferred(int length, long since) {
        this.since = since;
        this.mostCredit = 16L * length;
        this.credit = mostCredit;
    }

    /** A place from which enough stacks were kept has accessed elements. Whether there is nothing left to do. */
    static boolean access(
            ThreadState thread, ArrayShadow shadow, int begin, int end, int site, boolean isWrite) {
        if (!USED || end - begin < LEAST) {
            return false;
        }
        Deferred deferred = shadow.deferred();
        if (deferred == null) {
            if (!isAgain(thread, shadow.words[2 * begin + (isWrite ? 0 : 1)])) {
                return false;
            }
            deferred = shadow.defer(thread.epoch);
        }
        boolean locked = false;
        try {
            locked = deferred.lock();
            return deferred.add(thread, shadow.words, begin, end, site, isWrite);
        } finally {
            if (locked) {
                deferred.held = 0;
            }
        }
    }

    /** Null if there is nothing to know beside these words, or if they are not those of the array any more. */
    static Deferred of(Object array, long[] words) {
        ArrayShadow shadow = ArrayShadow.hasDeferred(words) ? ArrayShadows.of(array) : null;
        return shadow == null || shadow.words != words ? null : shadow.deferred();
    }

    /** Whether this is a word of the thread itself, from an earlier epoch. */
    private static boolean isAgain(ThreadState thread, long word) {
        return Epoch.clock(word) != 0
                && Epoch.slot(word) == Epoch.slot(thread.epoch)
                && !Epoch.same(word, thread.epoch);
    }

    private boolean add(
            ThreadState thread, long[] words, int begin, int end, int site, boolean isWrite) {
        Part part = of(Epoch.slot(thread.epoch));
        if (part != null && (end < part.from || begin > part.to || credit < 0)) {
            putIn(part, words);
        }
        if (part == null || part.isEmpty()) {
            if (!mayBegin(thread) || !isOwned(thread, words, begin, end)) {
                return false;
            }
            part = part == null ? begin(Epoch.slot(thread.epoch)) : part;
            if (part == null) {
                return false;
            }
            part.from = begin;
            part.to = end;
        } else if (!isOwned(thread, words, begin, part.from)
                || !isOwned(thread, words, part.to, end)) {
            return false;
        }
        part.from = Math.min(part.from, begin);
        part.to = Math.max(part.to, end);
        Run run = isWrite ? part.writes : part.reads;
        int stamped = run.replace(words, begin, end, thread.recordedAt(site));
        credit = Math.min(credit + end - begin - (long) STAMPING * stamped, mostCredit);
        return true;
    }

    private Part of(int slot) {
        for (int i = 0; i < count; i++) {
            if (parts[i].slot == slot) {
                return parts[i];
            }
        }
        return null;
    }

    /** Null if there are too many. */
    private Part begin(int slot) {
        for (int i = 0; i < count; i++) {
            if (parts[i].isEmpty()) {
                parts[i].slot = slot;
                return parts[i];
            }
        }
        if (count == MOST_PARTS) {
            return null;
        }
        if (count == parts.length) {
            Part[] more = new Part[2 * count];
            System.arraycopy(parts, 0, more, 0, count);
            parts = more;
        }
        parts[count] = new Part(slot);
        return parts[count++];
    }

    /** Puts into the words what other threads have deferred, if an element is one of theirs. */
    void reveal(ThreadState thread, long[] words, int index) {
        int slot = Epoch.slot(thread.epoch);
        for (int i = 0; i < count; i++) {
            Part part = parts[i];
            if (part.slot != slot && part.from <= index && index < part.to) {
                putIn(part, words);
            }
        }
    }

    private void putIn(Part part, long[] words) {
        credit -= (long) STAMPING * (part.to - part.from);
        part.writes.putIn(words);
        part.reads.putIn(words);
        part.from = 0;
        part.to = 0;
    }

    private boolean mayBegin(ThreadState thread) {
        if (since != 0 && since != thread.epoch && Epoch.slot(since) == Epoch.slot(thread.epoch)) {
            since = 0;
        } else if (since != 0) {
            since = thread.epoch;
        }
        return since == 0 && credit >= 0;
    }

    /** Whether inlined code of the thread could access all these elements without asking. */
    private boolean isOwned(ThreadState thread, long[] words, int begin, int end) {
        for (int i = begin; i < end; i++) {
            if (!thread.owns(words[2 * i], words[2 * i + 1])) {
                credit -= i - begin;
                return false;
            }
        }
        credit -= Math.max(end - begin, 0);
        return true;
    }

    /** The elements from one up to another, which a thread has to itself. */
    private static final class Part {
        private int slot;
        private int from;
        private int to;
        private final Run writes = new Run(0);
        private final Run reads = new Run(1);

        Part(int slot) {
            this.slot = slot;
        }

        boolean isEmpty() {
            return from == to;
        }
    }

    /** Elements of which one word, the writes' or the reads', is to become this one. */
    private static final class Run {
        private final int offset;

        private long word;
        private int from;
        private int to;

        Run(int offset) {
            this.offset = offset;
        }

        /** Elements are accessed anew; how many words had to be changed because others are not. */
        int replace(long[] words, int begin, int end, long now) {
            if (from <= begin && end <= to && Epoch.same(word, now)) {
                return 0;
            }
            int before = Math.min(to, begin);
            int after = Math.max(from, end);
            int stamped = putIn(words, from, before) + putIn(words, after, to);
            word = now;
            from = begin;
            to = end;
            return stamped;
        }

        void putIn(long[] words) {
            putIn(words, from, to);
            from = 0;
            to = 0;
        }

        /** Leaves what the thread itself has put in since. */
        private int putIn(long[] words, int begin, int end) {
            for (int i = begin; i < end; i++) {
                long at = Memory.elementOffset(2 * i + offset);
                long there = Memory.getLong(words, at);
                while (!isLater(there) && !Memory.compareAndSetLong(words, at, there, word)) {
                    there = Memory.getLong(words, at);
                }
            }
            return Math.max(end - begin, 0);
        }

        private boolean isLater(long there) {
            return Epoch.slot(there) == Epoch.slot(word) && Epoch.clock(there) >= Epoch.clock(word);
        }
    }
}
