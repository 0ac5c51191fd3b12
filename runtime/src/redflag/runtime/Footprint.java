package redflag.runtime;

/**
 * Which elements of one array a thread has accessed at one place since its footprints were last
 * committed [ShrinkWrap Figures 4.3 and 4.4].
 *
 * <p>Inlined code keeps the footprint of each place in a variable, and only looks whether an index is in
 * the range, or extends it at its end:
 *
 * <pre>
 * int at = index - footprint.begin;
 * if (Integer.compareUnsigned(at, footprint.length) >= 0) {
 *     if (at == footprint.length) footprint.length++; else the hook
 * }
 * </pre>
 *
 * <p>Everything else is done by the hook. A footprint that is empty, or whose indices have a stride, fails
 * both tests for every index, so that committing one sends the next access to the hook without another
 * test.
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

    /** If this is no range: what stands between two indices, and the outermost of them; 0 if it is empty. */
    int stride;

    private int first;
    private int last;

    final Pending pending;
    final int site;
    final boolean isWrite;

    /** The next one that is known of the same array. */
    Footprint next;

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
        return length > 0 ? begin : first;
    }

    int last() {
        return length > 0 ? begin + length - 1 : last;
    }

    int stride() {
        return length > 0 ? 1 : stride;
    }

    int count() {
        return length > 0 || stride == 0 ? length : (last - first) / stride + 1;
    }

    boolean contains(int index) {
        if (length > 0) {
            return index >= begin && index - begin < length;
        }
        return stride != 0 && index >= first && index <= last && (index - first) % stride == 0;
    }

    /** {@code ⊕}: whether this is now the footprint with that index too. */
    boolean extend(int index) {
        if (contains(index)) {
            return true;
        }
        if (length > 0) {
            return extendRange(index);
        }
        if (stride == 0) {
            begin = index;
            length = 1;
            return true;
        }
        if (index - last == stride) {
            last = index;
            return true;
        }
        if (first - index == stride) {
            first = index;
            return true;
        }
        return false;
    }

    private boolean extendRange(int index) {
        int at = index - begin;
        if (at == length) {
            length++;
            return true;
        }
        if (at == -1) {
            begin = index;
            length++;
            return true;
        }
        if (length > 1) {
            return false;
        }
        first = Math.min(begin, index);
        last = Math.max(begin, index);
        stride = last - first;
        begin = -1;
        length = 0;
        return true;
    }

    /** The same for the indices from one up to another, which is not among them. */
    boolean extend(int from, int to) {
        if (from + 1 == to) {
            return extend(from);
        }
        if (isEmpty()) {
            begin = from;
            length = to - from;
            return true;
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

    void take(Footprint other) {
        begin = other.begin;
        length = other.length;
        stride = other.stride;
        first = other.first;
        last = other.last;
    }
}
