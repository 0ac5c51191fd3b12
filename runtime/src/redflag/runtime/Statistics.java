package redflag.runtime;

/** What was counted, as text. */
final class Statistics {
    /** How many counters there are besides figures and rules. */
    private static final int OTHERS = 10;

    private Statistics() {}

    /**
     * Names and values in turn, for the agent:
     *
     * <ul>
     *   <li>{@code accesses.read}, {@code accesses.write}: calls of {@link AccessHooks#counted}; only if that
     *       was asked for. {@code accesses.element}: how many of both were to elements of arrays.
     *   <li>{@code checks.read}, {@code checks.write}: uses of the rules for reads and for writes; only if
     *       rules are counted.
     *   <li>{@code checks.slow_read}, {@code checks.slow_write}: checks that the inlined test did not
     *       settle, each element of a range for itself.
     *   <li>{@code shadow.locations}: locations that were accessed; of compressed arrays, states that
     *       were made for their segments. {@code shadow.locations.array}: those of arrays.
     *   <li>{@code shadow.array_modes.coarse} and so on: compressed arrays by their last mode. {@code
     *       checks.footprints}: footprints that were committed, each with a check for each segment.
     *   <li>{@code events.sync}: events that order threads. {@code events.filtered}: accesses that {@link
     *       Tree} skipped; they are in none of the other counters but {@code accesses.*}.
     *   <li>{@code rules.Read Same Epoch} and so on: uses of each rule, only if asked for; without those
     *       in inlined code.
     *   <li>{@code threads.ended}, {@code threads.slots}, {@code threads.recycled}, {@code
     *       threads.forced}, {@code threads.overflowed}: {@link Slots}.
     *   <li>{@code checks.lost}, {@code order.lost} (1 or 0): {@link Failures}. {@code arrays.unchecked}:
     *       arrays without a shadow.
     *   <li>{@code table.variables}, {@code table.arrays}: entries for objects, dead ones among them.
     * </ul>
     *
     * <p>Followed by {@code failure} and one of the reasons, if something was lost.
     */
    static String[] all() {
        ThreadState thread = ThreadFields.state(Thread.currentThread());
        boolean wasInside = thread == null || thread.inside;
        try {
            if (!wasInside) {
                thread.inside = true;
            }
            return collect();
        } finally {
            if (!wasInside) {
                thread.inside = false;
            }
        }
    }

    private static String[] collect() {
        Slots slots = Threads.SLOTS;
        long[] figures = slots.figures();
        long[] rules = slots.rules();
        Throwable reason = Failures.reason;
        int first = Options.countAccesses ? 0 : Figures.SLOW_READS;
        int pairs =
                figures.length
                        - first
                        + (Rules.COUNTED ? 2 + rules.length : 0)
                        + OTHERS
                        + (reason == null ? 0 : 1);
        String[] all = new String[2 * pairs];
        int at = 0;
        for (int i = first; i < figures.length; i++) {
            at = add(all, at, Figures.NAMES[i], figures[i]);
        }
        if (Rules.COUNTED) {
            at = add(all, at, "checks.read", Rules.reads(rules));
            at = add(all, at, "checks.write", Rules.writes(rules));
            for (int i = 0; i < rules.length; i++) {
                at = add(all, at, "rules.".concat(Rules.NAMES[i]), rules[i]);
            }
        }
        at = add(all, at, "threads.ended", slots.ended());
        at = add(all, at, "threads.slots", slots.used());
        at = add(all, at, "threads.recycled", slots.recycled());
        at = add(all, at, "threads.forced", slots.forced());
        at = add(all, at, "threads.overflowed", slots.overflowed());
        at = add(all, at, "checks.lost", Failures.lostChecks);
        at = add(all, at, "order.lost", Failures.lostOrder ? 1 : 0);
        at = add(all, at, "arrays.unchecked", ArrayShadows.without());
        at = add(all, at, "table.variables", Variable.count());
        at = add(all, at, "table.arrays", ArrayShadows.count());
        if (reason != null) {
            all[at] = "failure";
            all[at + 1] = reason.toString();
        }
        return all;
    }

    private static int add(String[] all, int at, String name, long value) {
        all[at] = name;
        all[at + 1] = Long.toString(value);
        return at + 2;
    }
}
