package redflag.runtime;

/**
 * What is counted besides the rules, to be shown at the end.
 *
 * <p>Every thread counts for itself ({@link ThreadState#figures}); {@link Slots#figures} adds them up.
 */
final class Figures {
    /** Accesses to fields and elements, told by {@link AccessHooks#counted}, which is called if asked for. */
    static final int READS = 0;

    static final int WRITES = 1;

    /** Those of both that were to elements. */
    static final int ELEMENTS = 2;

    /** Those that the inlined test did not settle. */
    static final int SLOW_READS = 3;

    static final int SLOW_WRITES = 4;

    /** Locations that were accessed for the first time, or again after all was forgotten of them. */
    static final int LOCATIONS = 5;

    /** Calls of hooks that order threads. */
    static final int SYNCHRONISATIONS = 6;

    /**
     * Arrays by the mode that they are in, or were in last; without those that are FINE from the start. A
     * thread counts what it changes, so only the sum over all threads means anything.
     */
    static final int COARSE = 7;

    static final int BLOCK = 8;
    static final int STRIDE = 9;
    static final int GRID = 10;
    static final int SPLIT = 11;
    static final int RANGES = 12;
    static final int FINE = 13;

    /** Footprints that were committed. */
    static final int FOOTPRINTS = 14;

    /** Accesses that {@link Tree} has skipped. */
    static final int FILTERED = 15;

    /** Those of {@link #LOCATIONS} that are of arrays. */
    static final int ARRAY_LOCATIONS = 16;

    /** The names of the counters in the statistics. */
    static final String[] NAMES = {
        "accesses.read",
        "accesses.write",
        "accesses.element",
        "checks.slow_read",
        "checks.slow_write",
        "shadow.locations",
        "events.sync",
        "shadow.array_modes.coarse",
        "shadow.array_modes.block",
        "shadow.array_modes.stride",
        "shadow.array_modes.grid",
        "shadow.array_modes.split",
        "shadow.array_modes.ranges",
        "shadow.array_modes.fine",
        "checks.footprints",
        "events.filtered",
        "shadow.locations.array",
    };

    private Figures() {}
}
