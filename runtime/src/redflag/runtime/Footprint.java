package redflag.runtime;

/**
 * Which elements of one array a thread has accessed at one place since its footprints were last
 * committed [ShrinkWrap Figures 4.3 and 4.4]: the indices from one up to another that are equal modulo a
 * stride.
 *
 * <p>Inlined code keeps the footprint of each place in a variable. It extends the footprint by {@link
 * #next}, in whichever direction that goes, and leaves alone what lies between {@link #from} and that;
 * everything else is done by the hook. Where the place has a {@link #cover}, it leaves alone what is in there,
 * and extends nothing. A footprint that is empty fails both tests for every index, so that committing one sends
 * the next access to the hook without another test.
 *
 * <p>Guard of everything: the thread whose footprint it is.
 */
final class Footprint extends RedflagFootprint {
    /** The first attempt to find a cover is made after so many accesses that were dropped. */
    static final int FIRST_DUE = 4;

    /** After an attempt, so many times as many must be dropped before the next. */
    private static final int DEARER = 4;

    /** It takes an access for so many elements of a cover to find that it is one. */
    private static final int CHEAP = 4;

    /** The index at the end that {@link #next} moves away from. {@link #stride} is 0 if there is none. */
    private int anchor;

    /**
     * Whether {@link #from} and {@link #next} are the first and the last index of a range that all places
     * together have accessed, so that inlined code drops what is in there. What these are of this footprint is
     * then kept aside, and {@link #stride} is 0.
     */
    boolean isCovered;

    private int ownNext;
    private int ownStride;

    /** Whether something in here was accessed again, as far as that was told. */
    boolean isRepeated;

    /** How many accesses were dropped that inlined code would not have dropped by itself. */
    int dropped;

    /** With how many a cover is looked for. */
    int due = FIRST_DUE;

    /** Whether the place jumps about: its reads of what was written are left out. */
    boolean leavesWritten;

    final Pending pending;
    final int site;
    final boolean isWrite;

    /** The next one that is known of the same array. */
    Footprint later;

    Footprint(Pending pending, int site, boolean isWrite) {
        this.pending = pending;
        this.site = site;
        this.isWrite = isWrite;
    }

    boolean isOf(Object array, int ofSite, boolean write) {
        return site == ofSite
                && isWrite == write
                && pending.shadowed.get() == array;
    }

    boolean isEmpty() {
        return stride() == 0;
    }

    private int next() {
        return isCovered ? ownNext : next;
    }

    private int stride() {
        return isCovered ? ownStride : stride;
    }

    int first() {
        return stride() > 0 ? anchor : next() - stride();
    }

    int last() {
        return stride() > 0 ? next() - stride() : anchor;
    }

    /** What stands between two indices; 1 if there is one only. */
    int distance() {
        return Math.abs(stride());
    }

    int count() {
        return stride() == 0 ? 0 : (next() - anchor) / stride();
    }

    boolean contains(int index) {
        return stride() != 0
                && index >= first()
                && index <= last()
                && (index - anchor) % stride() == 0;
    }

    /** Whether an access to the indices from one up to another changes nothing, as inlined code would find. */
    boolean drops(int begin, int end) {
        return isCovered && begin >= from && end - 1 <= next;
    }

    /** Inlined code is to extend this footprint again. */
    void uncover() {
        if (isCovered) {
            isCovered = false;
            stride = ownStride;
            next = ownNext;
            from = stride == 1 ? anchor : Integer.MAX_VALUE;
            due = dearer();
        }
    }

    /** An access was dropped that inlined code did not drop: whether to look for a cover. */
    boolean dropOne() {
        dropped++;
        return dropped >= due;
    }

    /** Whether that can wait, for one between these indices. */
    boolean isTooDear(int first, int last) {
        int price = (last - first) / CHEAP;
        due = dropped < price ? price : dearer();
        return dropped < price;
    }

    /** Inlined code is to tell when something in here is accessed again. */
    void askForRepetition() {
        from = Integer.MAX_VALUE;
    }

    private int dearer() {
        return (int) Math.min((long) dropped * DEARER, Integer.MAX_VALUE);
    }

    /** Inlined code is to drop accesses to these indices, both ends included, and to extend nothing. */
    void cover(int first, int last) {
        ownNext = next;
        ownStride = stride;
        isCovered = true;
        stride = 0;
        from = first;
        next = last;
    }

    /** {@code ⊕}: whether this is now the footprint with that index too. */
    boolean extend(int index) {
        if (stride == 0) {
            set(index, index + 1);
        } else if (contains(index)) {
            isRepeated = true;
            // What comes again in a range, inlined code need not ask about.
            if (stride == -1) {
                set(next + 1, anchor + 1);
            } else if (stride == 1) {
                from = anchor;
            }
        } else if (count() == 1) {
            stride = index - anchor;
            next = index + stride;
            from = stride == 1 ? anchor : Integer.MAX_VALUE;
        } else if (index == next) {
            next += stride;
        } else if (index == anchor - stride) {
            anchor = next - stride;
            stride = -stride;
            next = index + stride;
            from = stride == 1 ? anchor : Integer.MAX_VALUE;
        } else {
            return false;
        }
        return true;
    }

    /** The same for the indices from one up to another, which is not among them. */
    boolean extend(int begin, int end) {
        if (begin + 1 == end) {
            return extend(begin);
        }
        if (stride == 0) {
            set(begin, end);
            return true;
        }
        if (distance() != 1 || begin > last() + 1 || end < first()) {
            return false;
        }
        isRepeated |= contains(begin, end);
        set(Math.min(first(), begin), Math.max(last() + 1, end));
        return true;
    }

    boolean contains(int begin, int end) {
        return distance() == 1
                ? begin >= first() && end <= last() + 1
                : begin + 1 == end && contains(begin);
    }

    /** The indices from one up to another. */
    void set(int begin, int end) {
        anchor = begin;
        stride = 1;
        next = end;
        from = begin;
    }

    void take(Footprint other) {
        anchor = other.anchor;
        stride = other.stride;
        next = other.next;
        from = other.from;
        leavesWritten = other.leavesWritten;
    }
}
