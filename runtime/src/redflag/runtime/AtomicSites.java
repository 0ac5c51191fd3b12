package redflag.runtime;

/** Which sites access in a mode that is not plain. Two such accesses never race with each other. */
final class AtomicSites {
    private static final SpinLock LOCK = new SpinLock();

    /** A bit for each. Guard: LOCK; read without it. */
    private static volatile long[] bits = new long[16];

    private AtomicSites() {}

    static boolean contains(int site) {
        long[] all = bits;
        int index = site >>> 6;
        return index < all.length && (all[index] >>> site & 1) != 0;
    }

    /** Before any word carries the site. */
    static void add(int site) {
        if (contains(site)) {
            return;
        }
        boolean locked = false;
        try {
            locked = LOCK.lock();
            int index = site >>> 6;
            long[] old = bits;
            long[] more = new long[Math.max(index + 1, old.length)];
            System.arraycopy(old, 0, more, 0, old.length);
            more[index] |= 1L << site;
            bits = more;
        } finally {
            if (locked) {
                LOCK.held = 0;
            }
        }
    }
}
