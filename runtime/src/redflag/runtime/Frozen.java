package redflag.runtime;

/**
 * What the freeze of a final field makes visible: who reaches an object through it sees all that
 * happened before the constructor ended, without further order (JLS 17.5).
 *
 * <p>The object that a final field refers to is marked with all that happened before its freeze. A
 * read of the object that nothing orders with a write is then no race if the mark covers the write,
 * and what the read finds is marked too, because the guarantee goes on along references. Differs from
 * the specification: a mark holds for everyone, whichever way they came by the object; a race may be
 * missed, none is invented. What lies behind an object of the JDK, in a collection say, is not marked,
 * since reads inside of the JDK are not seen.
 */
final class Frozen {
    private static final WeakTable TABLE = new WeakTable();

    /** Whether anything is marked at all. No guard: it only ever becomes true. */
    private static volatile boolean any;

    private Frozen() {}

    static void mark(Object object, VectorClock clock) {
        if (!isConcerned(object)) {
            return;
        }
        any = true;
        int hash = WeakTable.hash(object, 0);
        Mark mark = (Mark) TABLE.find(object, 0, hash);
        if (mark == null) {
            mark = (Mark) TABLE.insert(object, new Mark(object, hash));
        }
        mark.join(clock);
    }

    /** What is known to whoever reads the object; null if it was never marked. */
    static VectorClock clock(Object object) {
        if (!any) {
            return null;
        }
        Mark mark = (Mark) TABLE.find(object, 0, WeakTable.hash(object, 0));
        return mark == null ? null : mark.clock;
    }

    /** Whether accesses to the object can be seen, so that a mark may be of use. */
    static boolean isConcerned(Object object) {
        if (object == null
                || object instanceof String
                || object instanceof Number
                || object instanceof Class) {
            return false;
        }
        Class<?> type = object.getClass();
        return type.isArray() || !type.getName().startsWith("java.");
    }

    private static final class Mark extends WeakTable.Entry {
        private static final long CLOCK = Memory.fieldOffset(Mark.class, "clock");

        /** Guarded by itself: changed by compare-and-set, only grows. */
        private volatile VectorClock clock = VectorClock.EMPTY;

        Mark(Object object, int hash) {
            super(object, 0, hash);
        }

        void join(VectorClock more) {
            while (true) {
                VectorClock old = clock;
                VectorClock joined = old.join(more);
                if (joined == old || Memory.compareAndSetReference(this, CLOCK, old, joined)) {
                    return;
                }
            }
        }

        @Override
        long weight() {
            return 0;
        }
    }
}
