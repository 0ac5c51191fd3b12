package redflag.runtime;

/**
 * One remembered access in one {@code long}: thread slot (18 bits), clock (26 bits), site (20 bits,
 * lowest).
 *
 * <p>With the site in the lowest bits, the test for the same epoch is one exclusive-or and one
 * shift, and the other side of a race is known from the word itself.
 *
 * <p>Words of clock 0, which are ordered before everything, mean that there was no access: clocks start at
 * 1. Such a word may name a slot all the same: that of the thread which may access the location without
 * asking (see {@link Taken}).
 */
final class Epoch {
    static final int SITE_BITS = 20;
    static final int CLOCK_BITS = 26;
    static final int SLOT_BITS = 18;

    static final int SLOT_SHIFT = SITE_BITS + CLOCK_BITS;
    static final int MAX_SITE = (1 << SITE_BITS) - 1;
    static final int MAX_CLOCK = (1 << CLOCK_BITS) - 1;

    /** Slots from 1 up to this one are for threads. */
    static final int SLOTS = (1 << SLOT_BITS) - 4;

    /**
     * The slot of threads that the runtime has not seen: inlined code finds it in them from when they are
     * made. No word is of this slot.
     */
    static final int UNSEEN_SLOT = SLOTS + 1;

    /**
     * The slot of threads that found none. Its clock is 0 for ever, which every clock covers: what
     * such a thread accesses never counts as unordered with what comes later.
     */
    static final int OVERFLOW_SLOT = SLOTS + 2;

    /**
     * The largest slot belongs to no thread. It is in the read words of locations whose reads are in a
     * {@link ReadShared}, followed by the number of that set instead of clock and site: {@code
     * FIRST_SHARED + number}.
     */
    static final long FIRST_SHARED = -1L << SLOT_SHIFT;

    private Epoch() {}

    static long of(int slot, int clock) {
        return ((long) slot << SLOT_SHIFT) | ((long) clock << SITE_BITS);
    }

    static int slot(long word) {
        return (int) (word >>> SLOT_SHIFT);
    }

    static int clock(long word) {
        return (int) (word >>> SITE_BITS) & MAX_CLOCK;
    }

    static int site(long word) {
        return (int) word & MAX_SITE;
    }

    /** Whether this is the read word of a location whose reads are in a {@link ReadShared}. */
    static boolean isShared(long word) {
        return word >= FIRST_SHARED && word < 0;
    }

    /** What the words of a new location hold that a thread of this epoch is likely to keep to itself. */
    static long unaccessed(long epoch) {
        return slot(epoch) == UNSEEN_SLOT ? 0 : epoch & FIRST_SHARED;
    }

    /** Whether a location with these words has never been accessed. */
    static boolean isUnaccessed(long write, long read) {
        return clock(write) == 0 && !isShared(read) && clock(read) == 0;
    }

    /** Whether both are of the same slot and clock, wherever in the code. */
    static boolean same(long word, long epoch) {
        return (word ^ epoch) >>> SITE_BITS == 0;
    }
}
