package redflag.runtime;

/**
 * Stacks of some of a thread's accesses, by the word that was stored for them. If another thread later
 * races with such a word, its report shows where this thread was.
 *
 * <p>Only the thread itself adds; anyone may look. Newer accesses push out older ones.
 */
final class History {
    private static final int FIRST_LENGTH = 8;
    private static final int LAST_LENGTH = 256;

    /** How many moments all histories may hold; beyond that none grows. */
    private static final int BUDGET = 1 << 15;

    /** How many they hold. No guard: a little wrong when several grow at once. */
    private static int room;

    /** A power of two of them. Replaced by the thread itself; read by anyone, each in one piece. */
    private volatile Moment[] moments;

    private int count;

    void add(long word, Stack stack, String[] locks) {
        Moment[] all = moments;
        if (all == null || 2 * count >= all.length && all.length < LAST_LENGTH) {
            all = grow(all);
        }
        if (all == null) {
            return;
        }
        int at = index(word, all.length);
        if (all[at] == null) {
            count++;
        }
        Memory.setElementRelease(all, at, new Moment(word, stack, locks));
    }

    /** What was going on at the access, or null if that is not known. */
    Moment find(long word) {
        Moment[] all = moments;
        if (all == null) {
            return null;
        }
        Moment moment = (Moment) Memory.elementAcquire(all, index(word, all.length));
        return moment != null && moment.word == word ? moment : null;
    }

    /** Its thread has ended and someone else needs the room. */
    void drop() {
        Moment[] all = moments;
        if (all != null) {
            moments = null;
            room -= all.length;
        }
    }

    private Moment[] grow(Moment[] old) {
        int length = old == null ? FIRST_LENGTH : 2 * old.length;
        if (room + length > BUDGET) {
            return old;
        }
        Moment[] more = new Moment[length];
        int kept = 0;
        for (int i = 0; old != null && i < old.length; i++) {
            if (old[i] != null) {
                // Two of a larger array never meet: they had different cells in the smaller one.
                more[index(old[i].word, length)] = old[i];
                kept++;
            }
        }
        room += length - (old == null ? 0 : old.length);
        count = kept;
        moments = more;
        return more;
    }

    private static int index(long word, int length) {
        return (int) ((word * 0x9E3779B97F4A7C15L) >>> 32) & (length - 1);
    }

    static final class Moment {
        final long word;
        final Stack stack;

        /** The locks that were held. */
        final String[] locks;

        Moment(long word, Stack stack, String[] locks) {
            this.word = word;
            this.stack = stack;
            this.locks = locks;
        }
    }
}
