package redflag.runtime;

/** What happened before each class was initialised, by the agent's keys for classes. */
final class ClassInits {
    private static final SpinLock LOCK = new SpinLock();

    /** Null for a class that is not initialised yet. Guard: LOCK; read without it. */
    private static volatile VectorClock[] clocks = new VectorClock[64];

    private ClassInits() {}

    /** Null if the initialiser has not come to its end. */
    static VectorClock clock(int classKey) {
        VectorClock[] known = clocks;
        return classKey >= 0 && classKey < known.length
                ? (VectorClock) Memory.elementAcquire(known, classKey)
                : null;
    }

    static void initialised(int classKey, VectorClock clock) {
        if (classKey < 0) {
            return;
        }
        boolean locked = false;
        try {
            locked = LOCK.lock();
            if (classKey >= clocks.length) {
                VectorClock[] more =
                        new VectorClock[Math.max(classKey + 1, 2 * clocks.length)];
                System.arraycopy(clocks, 0, more, 0, clocks.length);
                clocks = more;
            }
            VectorClock earlier = clocks[classKey];
            Memory.setElementRelease(
                    clocks, classKey, earlier == null ? clock : earlier.join(clock));
        } finally {
            if (locked) {
                LOCK.held = 0;
            }
        }
    }
}
