package redflag.runtime;

/**
 * The sites of one thread's accesses through the library. Asking the agent, who looks at the stack, takes
 * microseconds, and some programs do nothing else all day. So where a thread has come from the same site
 * many times, for the same field and kind of access, it is believed to come from there again, and asked
 * about now and then.
 *
 * <p>A word may then carry the site of another access of that kind to the same field: a report may name
 * that line for the earlier side of a race. Whether there is a race does not depend on it, and the later
 * side is always looked up.
 */
final class IndirectSites {
    /** From how many times on a site is believed. */
    private static final int BELIEVED = 256;

    /** How often it is looked up then: once in so many times, a power of two. */
    private static final int SELDOM = 16;

    /** A power of two. */
    private static final int LENGTH = 32;

    private final int[] keys = new int[LENGTH];
    private final int[] kinds = new int[LENGTH];
    private final int[] sites = new int[LENGTH];

    /** How many times running the site was the same, and how often it was believed since. */
    private final int[] times = new int[LENGTH];

    private final int[] uses = new int[LENGTH];

    /** As {@link Agent#site}. */
    int site(int key, int kind) {
        int at = (key * 31 + kind * 7) & (LENGTH - 1);
        boolean isSame = keys[at] == key && kinds[at] == kind && times[at] > 0;
        if (isSame && times[at] >= BELIEVED && (++uses[at] & (SELDOM - 1)) != 0) {
            return sites[at];
        }
        int site = look(key, kind);
        times[at] = isSame && sites[at] == site ? Math.min(times[at] + 1, BELIEVED) : 1;
        keys[at] = key;
        kinds[at] = kind;
        sites[at] = site;
        return site;
    }

    /** Without believing anything. */
    static int look(int key, int kind) {
        return Agent.site(key, IndirectAccesses.isWrite(kind), IndirectAccesses.isAtomic(kind));
    }
}
