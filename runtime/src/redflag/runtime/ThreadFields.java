package redflag.runtime;

/**
 * The fields that the agent adds to {@link Thread}, by name: the thread's state, and copies of what
 * inlined code compares with.
 *
 * <p>Where there is no agent, in unit tests, there are no such fields: states are then in a table,
 * and nothing is copied.
 */
final class ThreadFields {
    /**
     * How many of a thread's read sets inlined code knows, at first and at most; picked by the lowest bits of
     * the word. After them come 64 bits, each for an equal part of them: whether it is in use.
     */
    private static final int FEW_KNOWN = 64;

    private static final int MOST_KNOWN = 1024;

    /** No word is 1, but a location that was never accessed has the word 0. */
    private static final long UNKNOWN = 1;

    /** Of all threads that were in no read set yet. */
    private static final long[] NONE_KNOWN = noneKnown(FEW_KNOWN);

    private static final long STATE = Memory.fieldOffset(Thread.class, "$redflag$state");
    private static final long EPOCH = Memory.fieldOffset(Thread.class, "$redflag$epoch");
    private static final long INITS = Memory.fieldOffset(Thread.class, "$redflag$inits");
    private static final long SHARED = Memory.fieldOffset(Thread.class, "$redflag$shared");

    private static final long RECORDED = Memory.fieldOffset(Thread.class, "$redflag$recorded");
    private static final long LOST = Memory.fieldOffset(Number.class, "$redflag$lost");
    private static final long SETTLED = Memory.fieldOffset(Number.class, "$redflag$settled");
    private static final long AFTER_0 = Memory.fieldOffset(Thread.class, "$redflag$after0");
    private static final long AFTER_1 = Memory.fieldOffset(Thread.class, "$redflag$after1");

    /** For tests: used if there is no field for the state. */
    private static final WeakTable STATES = new WeakTable();

    private ThreadFields() {}

    /** The state of a thread, or null if it has none yet. */
    static ThreadState state(Object thread) {
        if (STATE != Memory.NONE) {
            return (ThreadState) Memory.getReferenceAcquire(thread, STATE);
        }
        State entry = (State) STATES.find(thread, 0, WeakTable.hash(thread, 0));
        return entry == null ? null : entry.state;
    }

    /** By the thread itself, or by the one that is about to start it. */
    static void setState(Object thread, ThreadState state) {
        if (STATE != Memory.NONE) {
            Memory.putReference(thread, STATE, state);
        } else {
            STATES.insert(thread, new State(thread, WeakTable.hash(thread, 0), state));
        }
    }

    /** With a new epoch, inlined code knows of no read set any more. */
    static void setEpoch(Object thread, long epoch) {
        if (EPOCH != Memory.NONE) {
            Memory.putLong(thread, EPOCH, epoch);
        }
        if (SHARED != Memory.NONE) {
            Object known = Memory.getReference(thread, SHARED);
            if (known == null) {
                Memory.putReference(thread, SHARED, NONE_KNOWN);
            } else if (known != NONE_KNOWN) {
                forget((long[]) known);
            }
        }
    }

    /** What words hold of which the current thread may be the first to know. */
    static long unaccessed() {
        return EPOCH == Memory.NONE
                ? 0
                : Epoch.unaccessed(Memory.getLong(Thread.currentThread(), EPOCH));
    }

    static void setShared(Object thread, long word) {
        if (SHARED != Memory.NONE) {
            long[] known = (long[]) Memory.getReference(thread, SHARED);
            if (known == NONE_KNOWN || known == null) {
                known = noneKnown(FEW_KNOWN);
                Memory.putReference(thread, SHARED, known);
            }
            long before = known[knownAt(known, word)];
            if (before != UNKNOWN && before != word && known.length < MOST_KNOWN) {
                known = noneKnown(4 * (known.length - 1));
                Memory.putReference(thread, SHARED, known);
            }
            int at = knownAt(known, word);
            known[at] = word;
            known[known.length - 1] |= 1L << at / partOf(known);
        }
    }

    static boolean knowsShared(Object thread, long word) {
        if (SHARED == Memory.NONE) {
            return false;
        }
        long[] known = (long[]) Memory.getReference(thread, SHARED);
        return known != null && known[knownAt(known, word)] == word;
    }

    /** As inlined code finds it. */
    private static int knownAt(long[] known, long word) {
        return (int) word & known.length - 2;
    }

    private static int partOf(long[] known) {
        return known.length / Long.SIZE;
    }

    private static long[] noneKnown(int count) {
        long[] known = new long[count + 1];
        known[count] = -1;
        forget(known);
        return known;
    }

    private static void forget(long[] known) {
        int part = partOf(known);
        for (long used = known[known.length - 1]; used != 0; used &= used - 1) {
            int from = Long.numberOfTrailingZeros(used) * part;
            for (int i = from; i < from + part; i++) {
                known[i] = UNKNOWN;
            }
        }
        known[known.length - 1] = 0;
    }

    /** Whether inserted code could not tell of a release, for lack of stack. */
    static boolean hasLostRelease() {
        return LOST != Memory.NONE && Memory.getLong(Number.class, LOST) != 0;
    }

    /** Inlined code need not ask at this site any more whether the stack is wanted. */
    static void settle(int site) {
        setSettled(site, (byte) 1);
    }

    static void unsettle(int site) {
        setSettled(site, (byte) 0);
    }

    static boolean isSettled(int site) {
        return SETTLED != Memory.NONE
                && ((byte[]) Memory.getReference(Number.class, SETTLED))[site] != 0;
    }

    private static void setSettled(int site, byte settled) {
        if (SETTLED != Memory.NONE) {
            byte[] all = (byte[]) Memory.getReference(Number.class, SETTLED);
            if (all[site] != settled) {
                all[site] = settled;
            }
        }
    }

    /** Whether inlined code has put the current epoch into a word. */
    static boolean hasRecorded(Object thread) {
        return thread != null
                && RECORDED != Memory.NONE
                && Memory.getLong(thread, RECORDED) != 0;
    }

    static void clearRecorded(Object thread) {
        if (thread != null && RECORDED != Memory.NONE) {
            Memory.putLong(thread, RECORDED, 0);
        }
    }

    /** Two epochs, without sites, that the thread comes after. */
    static void setAfter(Object thread, long one, long other) {
        if (thread != null && AFTER_0 != Memory.NONE && AFTER_1 != Memory.NONE) {
            Memory.putLong(thread, AFTER_0, one);
            Memory.putLong(thread, AFTER_1, other);
        }
    }

    static void setInits(Object thread, long[] inits) {
        if (INITS != Memory.NONE) {
            Memory.putReference(thread, INITS, inits);
        }
    }

    private static final class State extends WeakTable.Entry {
        final ThreadState state;

        State(Object thread, int hash, ThreadState state) {
            super(thread, 0, hash);
            this.state = state;
        }

        @Override
        long weight() {
            return 0;
        }
    }
}
