package redflag.runtime;

/**
 * Which elements of one array a thread has accessed at one place since its footprints were last
 * committed [ShrinkWrap Figures 4.3 and 4.4].
 *
 * <p>Inlined code keeps the footprint of each place in a variable, and only looks whether an index is in
 * the range, extends it at its end, or is the next one of a loop with another step:
 *
 * <pre>
 * int at = index - footprint.begin;
 * if (Integer.compareUnsigned(at, footprint.length) >= 0) {
 *     if (at == footprint.length) {
 *         footprint.length++;
 *     } else if (index == footprint.next) {
 *         footprint.next = index + footprint.step;
 *     } else {
 *         the hook
 *     }
 * }
 * </pre>
 *
 * <p>Everything else is done by the hook. An empty footprint fails all these tests for every index, so that
 * committing one sends the next access to the hook without another test.
 *
 * <p>Guard of everything: the thread whose footprint it is.
 */
public final class Footprint {
    /** What is kept for arrays of which no hook has told anything; of no array. */
    static final Footprint NONE = new Footprint(null, 0, false);

    /** The first index of a range; -1 if this is none. */
    public int begin = -1;

    /** How many indices are in the range; 0 if this is none. */
    public int length;

    /** If this is no range: what the last loop would come to next, by which step; else -1 and 0. */
    public int next = -1;

    public int step;

    /** If this is no range: what stands between two indices; 0 if it is empty. */
    int stride;

    /** The outermost indices, if this is no range; one of them is known from {@code next} alone. */
    private int first;

    private int last;

    final Pending pending;
    final int site;
    final boolean isWrite;

    /** Another one that is known of the same array. */
    Footprint other;

    Footprint(Pending pending, int site, boolean isWrite) {
        this.pending = pending;
        this.site = site;
        this.isWrite = isWrite;
    }

    boolean isOf(Object array, int ofSite, boolean write) {
        return site == ofSite
                && isWrite == write
                && pending != null
                && pending.shadowed.get() == array;
    }

    boolean isEmpty() {
        return length == 0 && stride == 0;
    }

    int first() {
        return length > 0 ? begin : step < 0 ? next - step : first;
    }

    int last() {
        return length > 0 ? begin + length - 1 : step > 0 ? next - step : last;
    }

    int stride() {
        return length > 0 ? 1 : stride;
    }

    int count() {
        return length > 0 || stride == 0 ? length : (last() - first()) / stride + 1;
    }

    boolean contains(int index) {
        if (length > 0) {
            return index >= begin && index - begin < length;
        }
        int from = first();
        return stride != 0 && index >= from && index <= last() && (index - from) % stride == 0;
    }

    /** {@code ⊕}: whether this is now the footprint with that index too. */
    boolean extend(int index) {
        if (length > 0) {
            return extendRange(index);
        }
        if (stride == 0) {
            setRange(index, 1);
            return true;
        }
        int from = first();
        int to = last();
        if (contains(index)) {
            if (stride == 1) {
                // What comes again in a range, inlined code need not ask about.
                setRange(from, to - from + 1);
            }
            return true;
        }
        if (index - to == stride) {
            setSteps(from, index, stride, stride);
            return true;
        }
        if (from - index == stride) {
            setSteps(index, to, stride, -stride);
            return true;
        }
        return false;
    }

    private boolean extendRange(int index) {
        int at = index - begin;
        if (at >= 0 && at < length) {
            return true;
        }
        if (at == length) {
            length++;
            return true;
        }
        int end = begin + length - 1;
        if (at == -1) {
            setSteps(index, end, 1, -1);
            return true;
        }
        if (length > 1) {
            return false;
        }
        if (at > 0) {
            setSteps(begin, index, at, at);
        } else {
            setSteps(index, begin, -at, at);
        }
        return true;
    }

    private void setRange(int from, int count) {
        begin = from;
        length = count;
        next = -1;
        step = 0;
        stride = 0;
    }

    private void setSteps(int from, int to, int between, int by) {
        begin = -1;
        length = 0;
        first = from;
        last = to;
        stride = between;
        step = by;
        next = (by > 0 ? to : from) + by;
    }

    /** The same for the indices from one up to another, which is not among them. */
    boolean extend(int from, int to) {
        if (from + 1 == to) {
            return extend(from);
        }
        if (isEmpty()) {
            setRange(from, to - from);
            return true;
        }
        if (stride == 1) {
            setRange(first(), count());
        }
        if (length == 0 || from > begin + length || to < begin) {
            return false;
        }
        int end = Math.max(begin + length, to);
        begin = Math.min(begin, from);
        length = end - begin;
        return true;
    }

    boolean contains(int from, int to) {
        return length > 0 ? from >= begin && to <= begin + length : from + 1 == to && contains(from);
    }

    void take(Footprint from) {
        begin = from.begin;
        length = from.length;
        next = from.next;
        step = from.step;
        stride = from.stride;
        first = from.first;
        last = from.last;
    }
}
