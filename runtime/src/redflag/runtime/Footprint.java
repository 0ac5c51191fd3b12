package redflag.runtime;

/**
 * Which elements of one array a thread has accessed at one place since its footprints were last
 * committed [ShrinkWrap Figures 4.3 and 4.4]: the indices from one up to another that are equal modulo a
 * stride.
 *
 * <p>Inlined code keeps the footprint of each place in a variable. It extends the footprint by {@link
 * #next}, in whichever direction that goes, and leaves alone what lies between {@link #from} and that;
 * everything else is done by the hook. A footprint that is empty fails both tests for every index, so that
 * committing one sends the next access to the hook without another test.
 *
 * <p>Guard of everything: the thread whose footprint it is.
 */
final class Footprint extends RedflagFootprint {
    /** The index at the end that {@link #next} moves away from. {@link #stride} is 0 if there is none. */
    private int anchor;

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
        return stride == 0;
    }

    int first() {
        return stride > 0 ? anchor : next - stride;
    }

    int last() {
        return stride > 0 ? next - stride : anchor;
    }

    /** What stands between two indices; 1 if there is one only. */
    int distance() {
        return Math.abs(stride);
    }

    int count() {
        return stride == 0 ? 0 : (next - anchor) / stride;
    }

    boolean contains(int index) {
        return stride != 0
                && index >= first()
                && index <= last()
                && (index - anchor) % stride == 0;
    }

    /** {@code ⊕}: whether this is now the footprint with that index too. */
    boolean extend(int index) {
        if (stride == 0) {
            set(index, index + 1);
        } else if (contains(index)) {
            if (stride == -1) {
                // What comes again in a range, inlined code need not ask about.
                set(next + 1, anchor + 1);
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
    }
}
