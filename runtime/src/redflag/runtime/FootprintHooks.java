package redflag.runtime;

/**
 * Accesses to elements where array shadows are compressed: what inlined code could not add to a {@link
 * Footprint} itself. {@link Inside} says what hooks are.
 *
 * <p>The answer is what inlined code keeps, for this array and place, in a variable of its own until it
 * comes to another array: a {@link Footprint}, to which it adds later accesses as is said there; or what has
 * the words of an array that is FINE, as {@link AccessHooks#shadow} gives them, with which inlined code then
 * checks the access itself, and later ones to this array without asking; or what says that there is nothing
 * to do or to know.
 */
public final class FootprintHooks {
    private FootprintHooks() {}

    /** An element was read. {@code kept} is the last answer at this place, for whichever array, or null. */
    public static RedflagFootprint readBeyond(
            Object state, Object array, int index, RedflagFootprint kept, int site) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null && array != null) {
                return Footprints.access(thread, kept, array, index, Accesses.place(site), false);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
        return RedflagFootprint.NONE;
    }

    /** An element was written, otherwise as {@link #readBeyond}. */
    public static RedflagFootprint writeBeyond(
            Object state, Object array, int index, RedflagFootprint kept, int site) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null && array != null) {
                return Footprints.access(thread, kept, array, index, Accesses.place(site), true);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
        return RedflagFootprint.NONE;
    }
}
