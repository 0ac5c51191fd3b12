package redflag.runtime;

/**
 * The footprints that one thread has not committed yet, of one array.
 *
 * <p>Differs from the thesis, which has one for each thread and array: there is one for each place in
 * code, reads and writes apart, because a report needs the place of each access. An index that does not
 * fit into the footprint of its place is dropped if another place has accessed it in the same way: by
 * [Same Epoch] it would change nothing. Else the footprint is set aside, and its place begins anew; only
 * when several have been set aside is there a commit. If they were short on the whole, the array is accessed
 * at random, and is FINE from then on; and the place that came last gets words ({@link Habits}). A place whose
 * accesses are dropped again and again is told what all places together have accessed, if that has no gaps.
 *
 * <p>Reads at a place that jumps about in what the thread has just written are left out: whatever races with
 * such a read races with the write. Without them the elements written keep one state.
 *
 * <p>Guard of everything: the thread whose footprints they are.
 */
final class Pending {
    /** So many footprints of one array are kept before they are committed. */
    private static final int MOST = 12;

    /** Footprints that have fewer elements on average are not worth their trouble. */
    private static final int LONG = 4;

    final ArrayShadows.Shadowed shadowed;

    /** Kept from being collected while there is something to check of it; else null. */
    Object array;

    /** Those that are not empty, in the order in which they were begun. */
    Footprint[] open = new Footprint[4];

    int count;

    /** Of each place that has accessed the array, whether it is empty or not. */
    private Footprint known;

    /** Whether it is among those that are committed at the next synchronisation. */
    boolean isListed;

    /** Which of the thread's tables has it; see {@link Footprints}. */
    int generation;

    Pending(ArrayShadows.Shadowed shadowed) {
        this.shadowed = shadowed;
    }

    /** That of a place; made if there is none. */
    Footprint of(int site, boolean isWrite) {
        for (Footprint footprint = known; footprint != null; footprint = footprint.later) {
            if (footprint.site == site && footprint.isWrite == isWrite) {
                return footprint;
            }
        }
        Footprint made = new Footprint(this, site, isWrite);
        made.later = known;
        known = made;
        return made;
    }

    /** Adds accesses to a range at the place of a footprint; false if all must be committed first. */
    boolean add(Footprint mine, int from, int to) {
        if (mine.isEmpty()) {
            if (count == MOST) {
                return false;
            }
            ensureRoom();
            open[count] = mine;
            count++;
            return mine.extend(from, to);
        }
        if (extend(mine, from, to)) {
            return true;
        }
        if (contains(mine.isWrite, from, to)) {
            dropped(mine, from, to);
            return true;
        }
        if (count == MOST) {
            return from + 1 == to && !mine.isWrite && jumpsAbout(mine.site) && leave(mine, from);
        }
        ensureRoom();
        Footprint aside = new Footprint(this, mine.site, mine.isWrite);
        aside.take(mine);
        open[count] = aside;
        count++;
        mine.set(from, to);
        return true;
    }

    /** Adds accesses to the footprint of their place, which is not empty, or drops them; else false. */
    boolean extend(Footprint mine, int from, int to) {
        if (mine.drops(from, to)) {
            return true;
        }
        mine.uncover();
        if (mine.distance() > 1 && mine.contains(from, to)) {
            dropped(mine, from, to);
            return true;
        }
        return mine.extend(from, to)
                || mine.leavesWritten && from + 1 == to && leave(mine, from);
    }

    /** The place could not do so by itself. */
    private void dropped(Footprint mine, int from, int to) {
        if (from + 1 != to || !mine.dropOne()) {
            return;
        }
        int first = Integer.MAX_VALUE;
        int last = 0;
        for (int i = 0; i < count; i++) {
            if (open[i].isWrite == mine.isWrite) {
                first = Math.min(first, open[i].first());
                last = Math.max(last, open[i].last());
            }
        }
        if (mine.isTooDear(first, last)) {
            return;
        }
        for (int index = first; index <= last; index++) {
            if (!contains(mine.isWrite, index, index + 1)) {
                return;
            }
        }
        mine.cover(first, last);
    }

    /** Leaves a read out, and all others of its place that need not be told of, if its element was written. */
    private boolean leave(Footprint mine, int index) {
        Footprint written = written(index, index);
        if (written == null) {
            return false;
        }
        mine.leavesWritten = true;
        mine.cover(written.first(), written.last());
        int kept = 0;
        for (int i = 0; i < count; i++) {
            Footprint footprint = open[i];
            boolean isAside = footprint != mine && footprint.site == mine.site && !footprint.isWrite;
            if (!(isAside && written(footprint.first(), footprint.last()) != null)) {
                open[kept] = footprint;
                kept++;
            }
        }
        while (count > kept) {
            count--;
            open[count] = null;
        }
        return true;
    }

    /** A range of writes that has two indices; null if there is none. */
    private Footprint written(int first, int last) {
        for (int i = 0; i < count; i++) {
            Footprint range = open[i];
            if (range.isWrite && range.distance() == 1 && range.contains(first) && range.contains(last)) {
                return range;
            }
        }
        return null;
    }

    /** Whether half of the footprints are of reads at that place. */
    private boolean jumpsAbout(int site) {
        int footprints = 0;
        for (int i = 0; i < count; i++) {
            if (!open[i].isWrite && open[i].site == site) {
                footprints++;
            }
        }
        return 2 * footprints >= MOST;
    }

    /** Whether its footprints are hardly more than single elements. */
    boolean isScattered() {
        long elements = 0;
        for (int i = 0; i < count; i++) {
            elements += open[i].count();
        }
        return elements < (long) LONG * count;
    }

    private boolean contains(boolean isWrite, int from, int to) {
        for (int i = 0; i < count; i++) {
            if (open[i].isWrite == isWrite && open[i].contains(from, to)) {
                return true;
            }
        }
        return false;
    }

    private void ensureRoom() {
        if (count == open.length) {
            Footprint[] more = new Footprint[2 * count];
            System.arraycopy(open, 0, more, 0, count);
            open = more;
        }
    }

    /**
     * The largest first; of those of one size, first those at an end of the array, which leave the other
     * elements in one piece; else in the order in which they were begun.
     */
    void sort() {
        int length = shadowed.length;
        for (int i = 1; i < count; i++) {
            for (int j = i; j > 0 && goesBefore(open[j], open[j - 1], length); j--) {
                // Nothing is called in between: should the stack end here, none is lost.
                Footprint moved = open[j];
                open[j] = open[j - 1];
                open[j - 1] = moved;
            }
        }
    }

    /** Whether one of the footprints need not be told of, because its place jumps about in what was written. */
    boolean isLeftOut(int at) {
        Footprint footprint = open[at];
        return footprint.leavesWritten && written(footprint.first(), footprint.last()) != null;
    }

    /** Whether one of the footprints, in this order, says nothing that one before it does not say. */
    boolean isWithinEarlier(int at) {
        Footprint footprint = open[at];
        int first = footprint.first();
        int last = footprint.last();
        for (int i = 0; i < at; i++) {
            if (open[i].isWrite == footprint.isWrite
                    && open[i].contains(first)
                    && open[i].contains(last)
                    && footprint.distance() % open[i].distance() == 0
                    && !isLeftOut(i)) {
                return true;
            }
        }
        return false;
    }

    private static boolean goesBefore(Footprint one, Footprint other, int length) {
        int difference = one.count() - other.count();
        return difference > 0
                || difference == 0 && isAtEnd(one, length) && !isAtEnd(other, length);
    }

    private static boolean isAtEnd(Footprint footprint, int length) {
        return footprint.first() == 0 || footprint.last() == length - 1;
    }
}
