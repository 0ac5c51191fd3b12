package redflag.runtime;

/**
 * A lock that the program cannot reach, for a few dozen instructions at a time.
 *
 * <p>Used like this, so that running out of stack anywhere inside neither leaves it locked nor
 * unlocks what another thread holds; the release is a store and not a call, because a call needs
 * stack too:
 *
 * <pre>
 * boolean locked = false;
 * try {
 *     locked = lock.lock();
 *     ...
 * } finally {
 *     if (locked) {
 *         lock.held = 0;
 *     }
 * }
 * </pre>
 *
 * <p>A waiting thread spins and never yields: from JDK 21 on a yield may run the scheduler of
 * virtual threads, which is instrumented code.
 */
class SpinLock {
    private static final long HELD = Memory.fieldOffset(SpinLock.class, "held");

    /** 1 while a thread is inside. Guarded by itself: taken by compare-and-set, given back by its holder. */
    volatile int held;

    /** Returns true, once this thread holds the lock. */
    final boolean lock() {
        while (!Memory.compareAndSetInt(this, HELD, 0, 1)) {
            // Only looking, so that the line stays shared while someone else is inside.
            while (held != 0) {
                Thread.onSpinWait();
            }
        }
        return true;
    }
}
