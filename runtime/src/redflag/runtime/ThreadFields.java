package redflag.runtime;

/**
 * The fields that the agent adds to {@link Thread}, by name: the thread's state, and copies of what
 * inlined code compares with.
 *
 * <p>Where there is no agent, in unit tests, there are no such fields: states are then in a table,
 * and nothing is copied.
 */
final class ThreadFields {
    /** How many of a thread's read sets inlined code knows; picked by the lowest bits of the word. */
    static final int SHARED = 4;

    private static final long STATE = Memory.fieldOffset(Thread.class, "$redflag$state");
    private static final long EPOCH = Memory.fieldOffset(Thread.class, "$redflag$epoch");
    private static final long INITS = Memory.fieldOffset(Thread.class, "$redflag$inits");
    private static final long SHARED_0 = Memory.fieldOffset(Thread.class, "$redflag$shared0");
    private static final long SHARED_1 = Memory.fieldOffset(Thread.class, "$redflag$shared1");
    private static final long SHARED_2 = Memory.fieldOffset(Thread.class, "$redflag$shared2");
    private static final long SHARED_3 = Memory.fieldOffset(Thread.class, "$redflag$shared3");

    private static final boolean HAS_SHARED =
            SHARED_0 != Memory.NONE
                    && SHARED_1 != Memory.NONE
                    && SHARED_2 != Memory.NONE
                    && SHARED_3 != Memory.NONE;

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
        if (HAS_SHARED) {
            Memory.putLong(thread, SHARED_0, 0);
            Memory.putLong(thread, SHARED_1, 0);
            Memory.putLong(thread, SHARED_2, 0);
            Memory.putLong(thread, SHARED_3, 0);
        }
    }

    static void setShared(Object thread, long word) {
        if (HAS_SHARED) {
            int which = (int) word & (SHARED - 1);
            long offset =
                    which == 0 ? SHARED_0 : which == 1 ? SHARED_1 : which == 2 ? SHARED_2 : SHARED_3;
            Memory.putLong(thread, offset, word);
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
