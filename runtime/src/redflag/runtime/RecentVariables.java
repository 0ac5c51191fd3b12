package redflag.runtime;

/**
 * The variables that a thread used last: most are used again soon, and to ask for an object's hash while
 * it is locked takes long.
 *
 * <p>Threads go through their locks in the same order again and again, so the one after the last that
 * was found is the likeliest.
 */
final class RecentVariables {
    /** A power of two. */
    private static final int KEPT = 16;

    /** Made when first needed; with room for one at first, which is enough for most threads. */
    private Variable[] kept;

    /** Where the last one was found or put. */
    private int last;

    /** Null if it is not one of them. */
    Variable find(Object base, long number) {
        Variable[] all = kept;
        if (all == null) {
            return null;
        }
        int mask = all.length - 1;
        int at = last;
        for (int i = 0; i <= mask; i++) {
            Variable variable = all[at];
            if (variable != null && variable.is(base, number)) {
                last = at;
                return variable;
            }
            at = (at + 1) & mask;
        }
        return null;
    }

    /** A variable that was not found. Those outside the heap are never looked for here. */
    void add(Object base, Variable variable) {
        if (base == null) {
            return;
        }
        if (kept == null) {
            kept = new Variable[1];
        } else if (kept.length < KEPT && kept[kept.length - 1] != null) {
            Variable[] more = new Variable[2 * kept.length];
            System.arraycopy(kept, 0, more, 0, kept.length);
            last = kept.length - 1;
            kept = more;
        }
        int at = (last + 1) & (kept.length - 1);
        kept[at] = variable;
        last = at;
    }
}
