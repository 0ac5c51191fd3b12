package redflag.runtime;

/**
 * Which places access arrays in footprints that are worth keeping where the array is FINE.
 *
 * <p>There, a footprint saves no state, only looking for it: whatever a place accesses again in one epoch is
 * dropped by inlined code that does not touch the shadow. A place that does not come again is better off with
 * the words of the elements, and is given them from then on.
 *
 * <p>No guard: near enough.
 */
final class Habits {
    /** What speaks against a place, from which on it gets words. */
    private static final int SCATTERED = 24;

    /** How much a footprint speaks against its place in which nothing was accessed twice, and for it else. */
    private static final int ONCE = 2;

    private static final int REPEATED = 6;

    /** For tests: the answer for all places, if not {@link #BY_HABIT}. */
    static int always = 0;

    static final int BY_HABIT = 0;
    static final int GATHERED = 1;
    static final int NOT_GATHERED = 2;

    /** By place, what speaks against it. Places whose numbers end alike share it. */
    private static final byte[] AGAINST = new byte[1 << 12];

    private Habits() {}

    /** Whether there are to be footprints of FINE arrays at a place. */
    static boolean isGathered(int site) {
        return always == BY_HABIT ? AGAINST[at(site)] < SCATTERED : always == GATHERED;
    }

    /** A place had so many footprints between synchronisations that they were hardly more than single elements. */
    static void scattered(int site) {
        AGAINST[at(site)] = SCATTERED;
    }

    /** A footprint of a FINE array was committed. */
    static void committed(int site, boolean isRepeated) {
        int against = AGAINST[at(site)];
        if (against < SCATTERED) {
            AGAINST[at(site)] = (byte) (isRepeated ? Math.max(0, against - REPEATED) : against + ONCE);
        }
    }

    private static int at(int site) {
        return site & AGAINST.length - 1;
    }
}
