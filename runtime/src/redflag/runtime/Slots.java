package redflag.runtime;

/**
 * Gives thread slots out and takes them back.
 *
 * <p>A dead thread's slot goes to a new thread whose initial clock covers all that the dead one
 * did. The slot's clock runs on from there, so to everyone else the two are like one thread, which
 * is the truth: everything of the first happens before everything of the second. Programs that
 * join their threads, or await them, so get by with about as many slots as threads are alive.
 *
 * <p>When all slots have been used and none of those looked at can be given away so, the one that
 * has been dead for longest is reused in spite of it. Races with the dead thread may then be
 * missed; none is invented, since clocks of a slot only ever grow and cover more. When no thread is
 * dead either, the new one goes without ({@link Epoch#OVERFLOW_SLOT}). Both are counted.
 *
 * <p>Slots whose clocks are used up are not given out again.
 */
final class Slots {
    /** How many dead slots are looked at for one that is covered. */
    private static final int PROBES = 16;

    /** How many holders of a slot are remembered. */
    private static final int TENANTS = 4;

    private static final int NONE = -1;

    /** How many slots there are; the largest clock. Less than what an epoch holds only in tests. */
    final int limit;

    final int maxClock;

    private final SpinLock lock = new SpinLock();

    /** For every slot in use, who has it. Guard: lock. */
    private ThreadState[] holders = new ThreadState[16];

    /** For every slot in use, its last holders, the latest first. Guard: lock. */
    private Tenant[] tenants = new Tenant[16];

    /** For every dead slot, the last clock that its threads used. Guard: lock. */
    private int[] lastClock = new int[16];

    /** The dead slots in the order of their deaths, as a list in both directions. Guard: lock. */
    private int[] next = new int[16];

    private int[] previous = new int[16];
    private int oldest = NONE;
    private int newest = NONE;

    /** Where the search for a covered slot goes on, so that none is passed over for ever. Guard: lock. */
    private int cursor = NONE;

    /** The next slot that was never given out. Slot 0 is none: words of it mean nothing. Guard: lock. */
    private int unused = 1;

    /** How threads came by their slots. Guard: lock. */
    private long recycled;

    private long forced;
    private long overflowed;

    /** Uses of each rule by threads that have ended. Guard: lock. */
    private final long[] endedRules = new long[Rules.NAMES.length];

    /** What else they counted. Guard: lock. */
    private final long[] endedFigures = new long[Figures.NAMES.length];

    /** How many threads have ended. Guard: lock. */
    private long ended;

    Slots(int limit, int maxClock) {
        this.limit = limit;
        this.maxClock = maxClock;
    }

    /**
     * A slot for a thread that knows what {@code known} covers, and its first clock there, as an
     * epoch. The thread must take all smaller clocks of that slot as known.
     */
    long take(ThreadState holder, VectorClock known) {
        boolean locked = false;
        try {
            Tenant tenant = holder.identity == null ? null : new Tenant(holder.identity);
            locked = lock.lock();
            int slot = covered(known);
            if (slot != NONE) {
                recycled++;
            } else if (unused <= limit) {
                ensureRoom();
                slot = unused++;
            } else if (oldest != NONE) {
                slot = oldest;
                unlink(slot);
                forced++;
            } else {
                overflowed++;
                return Epoch.of(Epoch.OVERFLOW_SLOT, 0);
            }
            holders[slot] = holder;
            if (tenant != null) {
                tenant.firstClock = lastClock[slot] + 1;
                tenant.previous = tenants[slot];
                tenants[slot] = tenant;
                tenant.forgetAllBut(TENANTS);
            }
            return Epoch.of(slot, lastClock[slot] + 1);
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
            return Epoch.of(Epoch.OVERFLOW_SLOT, 0);
        } finally {
            if (locked) {
                lock.held = 0;
            }
        }
    }

    /** Takes a slot back, with the last clock under which its thread did anything. */
    void free(int slot, int clock) {
        if (slot == Epoch.OVERFLOW_SLOT) {
            return;
        }
        boolean locked = false;
        try {
            locked = lock.lock();
            holders[slot] = null;
            lastClock[slot] = clock;
            if (clock < maxClock) {
                link(slot);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (locked) {
                lock.held = 0;
            }
        }
    }

    /** The living thread that has the slot, or null. Without the lock: perhaps a little behind. */
    ThreadState holder(int slot) {
        ThreadState[] now = holders;
        return slot < now.length ? now[slot] : null;
    }

    /** Who accessed something under this slot and clock; null if that is not known any more. */
    Identity holderAt(int slot, int clock) {
        boolean locked = false;
        try {
            locked = lock.lock();
            Tenant tenant = slot < tenants.length ? tenants[slot] : null;
            while (tenant != null && tenant.firstClock > clock) {
                tenant = tenant.previous;
            }
            return tenant == null ? null : tenant.identity;
        } finally {
            if (locked) {
                lock.held = 0;
            }
        }
    }

    /** Keeps what a thread counted that ends. */
    void keepCounts(ThreadState thread) {
        boolean locked = false;
        try {
            locked = lock.lock();
            ended++;
            add(endedFigures, thread.figures);
            if (Rules.COUNTED) {
                add(endedRules, thread.rules);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (locked) {
                lock.held = 0;
            }
        }
    }

    /** Uses of each rule by all threads; those of threads that still run may be behind a little. */
    long[] rules() {
        return sum(true);
    }

    /** The {@link Figures} of all threads; those of threads that still run may be behind a little. */
    long[] figures() {
        return sum(false);
    }

    private long[] sum(boolean rules) {
        long[] sum = new long[rules ? Rules.NAMES.length : Figures.NAMES.length];
        boolean locked = false;
        try {
            locked = lock.lock();
            add(sum, rules ? endedRules : endedFigures);
            for (int slot = 1; slot < unused; slot++) {
                ThreadState holder = holders[slot];
                if (holder != null && !holder.hasEnded() && (!rules || holder.rules != null)) {
                    add(sum, rules ? holder.rules : holder.figures);
                }
            }
        } finally {
            if (locked) {
                lock.held = 0;
            }
        }
        return sum;
    }

    /** How many threads have ended. */
    long ended() {
        return ended;
    }

    /** How many slots were ever given out. For figures: may be behind a little, as the others. */
    int used() {
        return unused - 1;
    }

    long recycled() {
        return recycled;
    }

    long forced() {
        return forced;
    }

    long overflowed() {
        return overflowed;
    }

    /** A dead slot that a thread with this clock may continue, taken from the list. Guard: lock. */
    private int covered(VectorClock known) {
        int slot = cursor == NONE ? oldest : cursor;
        for (int probe = 0; probe < PROBES && slot != NONE; probe++) {
            if (known.get(slot) >= lastClock[slot]) {
                cursor = next[slot];
                unlink(slot);
                return slot;
            }
            slot = next[slot];
        }
        cursor = slot;
        return NONE;
    }

    /** Guard: lock. */
    private void link(int slot) {
        next[slot] = NONE;
        previous[slot] = newest;
        if (newest == NONE) {
            oldest = slot;
        } else {
            next[newest] = slot;
        }
        newest = slot;
    }

    /** Guard: lock. */
    private void unlink(int slot) {
        int after = next[slot];
        int before = previous[slot];
        if (cursor == slot) {
            cursor = after;
        }
        if (before == NONE) {
            oldest = after;
        } else {
            next[before] = after;
        }
        if (after == NONE) {
            newest = before;
        } else {
            previous[after] = before;
        }
    }

    /** Guard: lock. All arrays are made before the first is replaced: memory may run out between. */
    private void ensureRoom() {
        int length = holders.length;
        if (unused < length) {
            return;
        }
        Tenant[] moreTenants = new Tenant[2 * length];
        ThreadState[] moreHolders = new ThreadState[2 * length];
        int[] moreClocks = new int[2 * length];
        int[] moreNext = new int[2 * length];
        int[] morePrevious = new int[2 * length];
        System.arraycopy(tenants, 0, moreTenants, 0, length);
        System.arraycopy(holders, 0, moreHolders, 0, length);
        System.arraycopy(lastClock, 0, moreClocks, 0, length);
        System.arraycopy(next, 0, moreNext, 0, length);
        System.arraycopy(previous, 0, morePrevious, 0, length);
        tenants = moreTenants;
        holders = moreHolders;
        lastClock = moreClocks;
        next = moreNext;
        previous = morePrevious;
    }

    private static void add(long[] sum, long[] counts) {
        for (int rule = 0; rule < sum.length; rule++) {
            sum[rule] += counts[rule];
        }
    }

    /** One who had a slot from some clock on. Guard of all fields: lock. */
    private static final class Tenant {
        final Identity identity;
        int firstClock;
        Tenant previous;

        Tenant(Identity identity) {
            this.identity = identity;
        }

        void forgetAllBut(int count) {
            Tenant last = this;
            for (int i = 1; i < count && last != null; i++) {
                last = last.previous;
            }
            if (last != null) {
                last.previous = null;
            }
        }
    }
}
