package redflag.runtime;

/**
 * The elements that a thread has taken from others and must look at again.
 *
 * <p>An element of which only one thread is remembered is that thread's own: inlined code stores the
 * thread's next accesses into the words without a lock, a few instructions after it has looked at them.
 * Another thread that takes the element away meanwhile would be overwritten, and neither would have seen
 * the other. So whoever takes an element notes it here, and looks again before it synchronises, when
 * the owner has had the time to store: until then nothing that the two did can have been ordered by
 * this thread. If the words have changed, the access is checked once more. When many were taken, the first
 * are looked at before the last.
 *
 * <p>Who may be storing is known from the words as they were. Inlined code stores for the thread that is
 * in the write word, if the read word is its own, or empty, or of an epoch that it is known to come after;
 * or for the one in the read word, if nobody has written. Besides, there may be an owner from whom another
 * thread has taken the element shortly before: as long as that one has not synchronised.
 *
 * <p>What is left is an owner that is stopped between those few instructions until the other thread has
 * synchronised.
 *
 * <p>Fields need none of this. Inlined code stores into their words only where another thread's access
 * would be a race with what the words already hold.
 */
final class Taken {
    private static final int ROOM = 64;

    /** What an owner needs to finish its store, in turns of a spinning loop. */
    private static final int TURNS = 8;

    private final WeakTable.Entry[] arrays = new WeakTable.Entry[ROOM];
    private final int[] indices = new int[ROOM];

    /** Twice the site, and 1 more for writes. */
    private final int[] accesses = new int[ROOM];

    private int count;

    /** Of the array that was noted last. */
    private WeakTable.Entry last;

    boolean isEmpty() {
        return count == 0;
    }

    /** Whether another thread may be storing into words that were these when this one changed them. */
    static boolean isAtRisk(ThreadState thread, long write, long read, ReadShared set) {
        if (Epoch.isShared(read)) {
            return set == null || set.hasOthersNow(thread) || thread.isOthersNow(write);
        }
        int owner = Epoch.slot(write == 0 ? read : write);
        ThreadState holder = thread.otherHolder(owner);
        boolean mayStore =
                holder != null
                        && (Epoch.slot(read) == owner || read == 0 || holder.hasInAfter(read));
        return mayStore || thread.isOthersNow(write) || thread.isOthersNow(read);
    }

    void add(ThreadState thread, Object array, int index, int site, boolean isWrite) {
        WeakTable.Entry entry = last;
        if (entry == null || entry.get() != array) {
            entry = ArrayShadows.entry(array);
            if (entry == null) {
                return;
            }
            last = entry;
        }
        if (count == ROOM) {
            thread.lookAgain();
        }
        arrays[count] = entry;
        indices[count] = index;
        accesses[count] = site << 1 | (isWrite ? 1 : 0);
        count++;
    }

    /** Before the thread learns of others or they of it. Runs library code if there was a race. */
    void lookAgain(ThreadState thread) {
        boolean wasInside = thread.inside;
        boolean wasLooking = thread.looksAgain;
        thread.inside = true;
        thread.looksAgain = true;
        try {
            for (int i = 0; i < TURNS; i++) {
                Thread.onSpinWait();
            }
            int all = count;
            count = 0;
            for (int i = 0; i < all; i++) {
                ArrayShadow shadow = ArrayShadows.in(arrays[i]);
                if (shadow != null && hasChanged(thread, shadow, indices[i], accesses[i])) {
                    checkAgain(thread, arrays[i].get(), shadow, indices[i], accesses[i]);
                }
                arrays[i] = null;
            }
        } finally {
            thread.looksAgain = wasLooking;
            thread.inside = wasInside;
        }
    }

    /** Whether the words do not say any more what they said after the access. */
    private static boolean hasChanged(
            ThreadState thread, ArrayShadow shadow, int index, int access) {
        boolean isWrite = (access & 1) != 0;
        long write = shadow.words[2 * index];
        long read = shadow.words[2 * index + 1];
        long mine = isWrite ? write : read;
        long theirs = isWrite ? read : write;
        boolean isThere = Epoch.same(mine, thread.epoch) || isInSet(thread, shadow, index, mine);
        return !isThere || Epoch.isShared(theirs) || !thread.isAfter(theirs);
    }

    private static boolean isInSet(ThreadState thread, ArrayShadow shadow, int index, long word) {
        ReadShared set = Epoch.isShared(word) ? ArrayShadow.WORDS.shared(shadow, index) : null;
        return set != null && set.holds(thread.epoch);
    }

    private static void checkAgain(
            ThreadState thread, Object array, ArrayShadow shadow, int index, int access) {
        if (array == null) {
            return;
        }
        if ((access & 1) != 0) {
            Accesses.writeElement(thread, array, shadow, index, access >>> 1, true);
        } else {
            Accesses.readElement(thread, array, shadow, index, access >>> 1, true);
        }
    }
}
