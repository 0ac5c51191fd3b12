package redflag.runtime;

/**
 * A segment each element of which was accessed so many steps of its thread's clock after the one before, always as
 * many: the words are those of the first element, those of others are reckoned. {@code slimstate/ramp.rs} of the crate
 * {@code trace-analysis} says where such come from.
 */
final class Ramp {
    /** Clocks that are further apart make no ramp. */
    static final int MOST_RISE = 15;

    static final int RISE_BITS = 4;

    private Ramp() {}

    /** A word of the element so many after the first of a segment. */
    static long wordAt(long word, int rise, int offset) {
        return rise != 0 && word != 0 ? word + ((long) offset * rise << Epoch.SITE_BITS) : word;
    }

    /**
     * By how much the clock rises from each of some elements to the next and from the last of them to one more,
     * given by how much it has risen so far; less than 0 if that one does not go on so.
     */
    static int riseTo(long word, long next, int elements, int rise) {
        if (word == next) {
            return rise == 0 ? 0 : -1;
        }
        if (word == 0 || next == 0 || Epoch.slot(word) != Epoch.slot(next)) {
            return -1;
        }
        int rising = rise;
        if (elements == 1) {
            rising = Epoch.clock(next) - Epoch.clock(word);
        }
        return rising > 0 && rising <= MOST_RISE && wordAt(word, rising, elements) == next ? rising : -1;
    }
}
