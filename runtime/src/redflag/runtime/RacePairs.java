package redflag.runtime;

/**
 * The pairs of places between which there was a race, each with a counter, so that each is reported
 * once. The two places of a pair have no order.
 */
final class RacePairs {
    private static final SpinLock LOCK = new SpinLock();

    /** At most half full. Guard: LOCK. */
    private static Pair[] cells = new Pair[64];

    private static int count;

    /** A bit for each site that was in a race. Guard: LOCK; read without it, perhaps a little behind. */
    private static volatile long[] racySites = new long[16];

    private RacePairs() {}

    /**
     * The pair, one race more. Whoever finds it {@link Pair#isNew} is to report it. The key is that of
     * a field, or {@link Reporter#ARRAY}.
     */
    static Pair add(int key, int site, boolean isWrite, int otherSite, boolean otherIsWrite) {
        int one = site << 1 | (isWrite ? 1 : 0);
        int other = otherSite << 1 | (otherIsWrite ? 1 : 0);
        int first = Math.min(one, other);
        int second = Math.max(one, other);
        boolean locked = false;
        try {
            locked = LOCK.lock();
            int at = find(cells, key, first, second);
            if (cells[at] == null) {
                if (2 * count >= cells.length) {
                    grow();
                    at = find(cells, key, first, second);
                }
                setRacy(site);
                setRacy(otherSite);
                cells[at] = new Pair(key, first, second);
                count++;
            }
            Pair pair = cells[at];
            pair.races++;
            return pair;
        } finally {
            if (locked) {
                LOCK.held = 0;
            }
        }
    }

    /** Whether there was a race with an access from this site. */
    static boolean isRacy(int site) {
        long[] racy = racySites;
        int index = site >>> 6;
        return index < racy.length && (racy[index] >>> site & 1) != 0;
    }

    /** See {@link Reporter#counts}. */
    static long[] counts() {
        boolean locked = false;
        try {
            locked = LOCK.lock();
            long[] all = new long[6 * count];
            int at = 0;
            for (int i = 0; i < cells.length; i++) {
                Pair pair = cells[i];
                if (pair != null) {
                    all[at] = pair.key;
                    all[at + 1] = pair.first >>> 1;
                    all[at + 2] = pair.first & 1;
                    all[at + 3] = pair.second >>> 1;
                    all[at + 4] = pair.second & 1;
                    all[at + 5] = pair.races;
                    at += 6;
                }
            }
            return all;
        } finally {
            if (locked) {
                LOCK.held = 0;
            }
        }
    }

    private static int find(Pair[] cells, int key, int first, int second) {
        int hash = (key * 31 + first) * 0x2C1B3C6D + second;
        int at = (hash * 0x9E3779B9 >>> 8) & (cells.length - 1);
        while (cells[at] != null
                && !(cells[at].key == key
                        && cells[at].first == first
                        && cells[at].second == second)) {
            at = (at + 1) & (cells.length - 1);
        }
        return at;
    }

    /** Guard: LOCK. */
    private static void grow() {
        Pair[] more = new Pair[2 * cells.length];
        for (int i = 0; i < cells.length; i++) {
            Pair pair = cells[i];
            if (pair != null) {
                more[find(more, pair.key, pair.first, pair.second)] = pair;
            }
        }
        cells = more;
    }

    /** Guard: LOCK. */
    private static void setRacy(int site) {
        int index = site >>> 6;
        if (index >= racySites.length) {
            long[] more = new long[Math.max(index + 1, 2 * racySites.length)];
            System.arraycopy(racySites, 0, more, 0, racySites.length);
            racySites = more;
        }
        racySites[index] |= 1L << site;
        ThreadFields.unsettle(site);
    }

    static final class Pair {
        private static final long REPORTED = Memory.fieldOffset(Pair.class, "reported");

        private final int key;

        /** Site and, in the lowest bit, whether it writes. */
        private final int first;

        private final int second;

        /** How many races there were. Guard: LOCK. */
        private long races;

        /**
         * 1 from when a thread begins to report it, 0 again if it could not. Guarded by itself: taken by
         * compare-and-set, given back by its holder.
         */
        volatile int reported;

        private Pair(int key, int first, int second) {
            this.key = key;
            this.first = first;
            this.second = second;
        }

        /** Whether the caller, and nobody else, is to report it. */
        boolean isNew() {
            return reported == 0 && Memory.compareAndSetInt(this, REPORTED, 0, 1);
        }
    }
}
