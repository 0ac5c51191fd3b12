package redflag.runtime;

import java.util.Arrays;

/**
 * Which elements of a long array a thread has read, and which it has written, in its current epoch: two bits for
 * each, where the words take 16 bytes. By [Read Same Epoch] and [Write Same Epoch] nothing is left to do for what is
 * in here; so a thread that comes to the same elements again and again, in no order, need not look at words that do
 * not fit into any cache.
 *
 * <p>Whether it does come again is known from a few elements, for all of which inlined code asks. Until then, and
 * when it does not, inlined code looks at the words: {@link #OFF}.
 *
 * <p>Guard of everything: the thread whose it is.
 */
final class Seen {
    /** Shorter arrays have none. Inlined code knows it, too: twice as many words, and more. */
    private static final int LONG = 1 << 16;

    /** Of a thread, so many arrays. */
    private static final int MOST = 8;

    /** Of so many elements, inlined code asks for one each time: that with the highest index. A power of two. */
    private static final int SAMPLE = 1 << 10;

    /** Before anything is made of samples there must be so many. */
    private static final int ENOUGH = 16;

    /** To forget so many of {@link #bits} costs as much as to look at an element. */
    private static final int DEAR = 64;

    /** The first element of {@link #bits}: not 0 if inlined code is to look at the words. */
    private static final int OFF = 0;

    /** How many elements there are in one of {@link #bits}. */
    private static final int SHIFT = 5;

    private final ArrayShadows.Shadowed shadowed;

    /** After {@link #OFF}, the lowest bit of each pair for writes, the other for reads. */
    private final long[] bits;

    /** The same for elements that are samples. */
    private final long[] samples;

    /** What of the bits is in use. */
    private int first = Integer.MAX_VALUE;

    private int last;

    /** How often something was added in this epoch. */
    private int added;

    /** How many samples were accessed since anything was made of it, and how often more. */
    private int once;

    private int again;

    private Seen(ArrayShadows.Shadowed shadowed) {
        this.shadowed = shadowed;
        this.bits = Room.longs((shadowed.length >> SHIFT) + 2);
        this.samples = Room.longs((shadowed.length / SAMPLE >> SHIFT) + 1);
        bits[OFF] = 1;
    }

    /** What inlined code keeps of an array; null if it is short, or there is no room. */
    static long[] bitsOf(ThreadState thread, Object array) {
        Seen seen = of(thread, array);
        return seen == null ? null : seen.bits;
    }

    private static Seen of(ThreadState thread, Object array) {
        Seen[] all = thread.seen;
        int free = 0;
        for (int i = 0; all != null && i < MOST; i++) {
            if (all[i] != null && all[i].shadowed.get() == array) {
                return all[i];
            }
            if (all[i] == null || all[i].shadowed.get() == null) {
                free = i;
            }
        }
        ArrayShadows.Shadowed shadowed = (ArrayShadows.Shadowed) ArrayShadows.entry(array);
        boolean isLong = shadowed != null && shadowed.length >= LONG;
        // What is counted of fasttrack is every access. The epoch of threads without a slot never ends.
        boolean isCounted = Rules.COUNTED && !Options.compressArrays;
        if (!isLong || isCounted || Epoch.slot(thread.epoch) == Epoch.OVERFLOW_SLOT) {
            return null;
        }
        if (all == null) {
            all = new Seen[MOST];
            thread.seen = all;
        }
        if (all[free] != null && all[free].shadowed.get() != null) {
            // Whoever came first stays.
            return null;
        }
        all[free] = new Seen(shadowed);
        return all[free];
    }

    /** An element was accessed that is not seen, or is a sample. */
    static void access(
            ThreadState thread, Object array, int index, long[] words, int site, boolean isWrite) {
        if (Spans.settle(thread, words, index, site, isWrite) == index) {
            if (isWrite) {
                Accesses.writeElement(thread, array, index, words, site);
            } else {
                Accesses.readElement(thread, array, index, words, site);
            }
        }
        Seen seen = of(thread, array);
        if (seen != null) {
            seen.accessed(thread, index, words, isWrite);
        }
    }

    /**
     * For accesses that inlined code does not see to, because they are counted: whether it would see to this one
     * without the words, or would have the runtime see to it, which is then done.
     */
    static boolean settles(ThreadState thread, Object array, int index, int site, boolean isWrite) {
        Seen seen = of(thread, array);
        if (seen == null) {
            return false;
        }
        if ((seen.bits[1 + (index >> SHIFT)] & bit(index, isWrite)) != 0) {
            return true;
        }
        if (seen.bits[OFF] != 0 && !isSample(index)) {
            return false;
        }
        ArrayShadow shadow = ArrayShadows.of(array);
        if (shadow == null) {
            return false;
        }
        if (isWrite) {
            Accesses.writeElement(thread, array, shadow, index, site, false);
        } else {
            Accesses.readElement(thread, array, shadow, index, site, false);
        }
        seen.accessed(thread, index, shadow.words, isWrite);
        return true;
    }

    private static boolean isSample(int index) {
        return (index & SAMPLE - 1) == SAMPLE - 1;
    }

    private void accessed(ThreadState thread, int index, long[] words, boolean isWrite) {
        if (isSample(index)) {
            sample(index / SAMPLE, isWrite);
        } else if (isRecorded(thread, words[2 * index + (isWrite ? 0 : 1)])) {
            add(index, isWrite);
        }
    }

    /** A filter may have dropped the access, or want of stack; then the words do not say that it was made. */
    private static boolean isRecorded(ThreadState thread, long word) {
        return Epoch.isShared(word) ? thread.knows(word) : Epoch.same(word, thread.epoch);
    }

    private void add(int index, boolean isWrite) {
        int at = 1 + (index >> SHIFT);
        bits[at] |= bit(index, isWrite);
        first = Math.min(first, at);
        last = Math.max(last, at);
        added++;
    }

    private void sample(int number, boolean isWrite) {
        long bit = bit(number, isWrite);
        if ((samples[number >> SHIFT] & bit) != 0) {
            again++;
            if (again >= ENOUGH && again > 2 * once) {
                bits[OFF] = 0;
            }
        } else {
            samples[number >> SHIFT] |= bit;
            once++;
        }
    }

    private static long bit(int index, boolean isWrite) {
        return 1L << (2 * index + (isWrite ? 0 : 1));
    }

    /** The epoch of the thread ends. */
    static void forget(Seen[] all) {
        for (int i = 0; i < MOST; i++) {
            if (all[i] != null && all[i].shadowed.get() == null) {
                all[i] = null;
            } else if (all[i] != null) {
                all[i].forget();
            }
        }
    }

    private void forget() {
        if (first <= last) {
            Arrays.fill(bits, first, last + 1, 0);
            if ((last - first) / DEAR > added) {
                bits[OFF] = 1;
            }
            first = Integer.MAX_VALUE;
            last = 0;
            added = 0;
        }
        if (once >= ENOUGH) {
            bits[OFF] = again > 2 * once ? 0 : 1;
            once = 0;
            again = 0;
        }
        Arrays.fill(samples, 0);
    }
}
