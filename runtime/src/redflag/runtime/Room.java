package redflag.runtime;

/**
 * Memory for what the detector can do without.
 *
 * <p>The JVM has a few errors with a stack for the case that the heap is full (four; on Java 17 two), and
 * the program should get those. So an attempt that failed is not repeated before there is more room.
 */
final class Room {
    /** Thrown in place of the JVM's own. */
    private static final OutOfMemoryError FULL = new OutOfMemoryError();

    /**
     * What was free when an attempt last failed; negative if one has succeeded since. No guard: that of
     * any thread will do.
     */
    private static volatile long tooLittle = -1;

    /** For how many words that was; what is much smaller is tried all the same. */
    private static volatile int tooMany;

    private Room() {}

    /** An array of that length, or an {@link OutOfMemoryError}. */
    static long[] longs(int length) {
        long known = tooLittle;
        // What is free may be in pieces that are too small, so it says nothing by itself. But the JVM had
        // collected all it could when it failed: there must be more now than there was then.
        if (known >= 0 && length >= tooMany / 4 && free() < known + 2 * 8L * length) {
            throw FULL;
        }
        try {
            long[] made = new long[length];
            if (known >= 0 && length >= tooMany) {
                tooLittle = -1;
            }
            return made;
        } catch (OutOfMemoryError full) {
            tooMany = length;
            tooLittle = free();
            throw FULL;
        }
    }

    private static long free() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
    }
}
