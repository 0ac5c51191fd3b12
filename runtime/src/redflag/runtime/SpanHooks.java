package redflag.runtime;

/** Accesses to elements that are told of where a loop ends. {@link Inside} says what hooks are. */
public final class SpanHooks {
    private SpanHooks() {}

    /**
     * A loop ends in which a place has read elements of an array, one in each round. The round before the last
     * has come to the place, and the last one if {@code reached} is not negative.
     *
     * @param begin what the variable held when the loop began that each round changes by {@code step}
     * @param now what it held when the last round began
     * @param offset what to add to the variable for the index
     * @param step if it is 0, the index is always {@code begin}, and {@code now} is not 0 after a round
     * @param epoch that of the thread when the loop began
     */
    public static void readSpan(
            Object state,
            Object array,
            int begin,
            int now,
            int reached,
            int offset,
            int step,
            long epoch,
            int site) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null && array != null) {
                int from = Spans.from(begin, now, reached, offset, step);
                int to = Spans.to(begin, now, reached, offset, step);
                Spans.access(thread, epoch, array, from, to, Accesses.place(site), false);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The same for writes. */
    public static void writeSpan(
            Object state,
            Object array,
            int begin,
            int now,
            int reached,
            int offset,
            int step,
            long epoch,
            int site) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null && array != null) {
                int from = Spans.from(begin, now, reached, offset, step);
                int to = Spans.to(begin, now, reached, offset, step);
                Spans.access(thread, epoch, array, from, to, Accesses.place(site), true);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }
}
