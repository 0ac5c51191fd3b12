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

    /** Those that the inlined test did not settle. */
    static final int SLOW_READS = 2;

    static final int SLOW_WRITES = 3;

    /** Locations that were accessed for the first time, or again after all was forgotten of them. */
    static final int LOCATIONS = 4;

    /** Calls of hooks that order threads. */
    static final int SYNCHRONISATIONS = 5;

    /** Accesses that {@link Tree} has skipped. */
    static final int FILTERED = 6;

    /** The names of the counters in the statistics. */
    static final String[] NAMES = {
        "accesses.read",
        "accesses.write",
        "checks.slow_read",
        "checks.slow_write",
        "shadow.locations",
        "events.sync",
        "events.filtered",
    };

    private Figures() {}
}
