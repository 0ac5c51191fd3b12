package redflag.runtime;

/**
 * The messages that one thread has sent and that stand: what may have come after one of its accesses,
 * and not after a later one of the same place [TREE §3.3]. The crate {@code trace-analysis} has the same in
 * {@code filter/tree/messages.rs}, with the reasons.
 *
 * <p>A message is whatever others can learn of this thread by. The release of a monitor is one to the next
 * thread that enters it; if this thread does so first, nobody has got it, and it stands no longer.
 *
 * <p>Touched by its thread alone.
 */
final class ConcurrencyContext {
    /** So many releases can be taken back; of more, the first stand for ever. */
    private static final int RELEASES = 16;

    /** How many accesses are skipped until the thread acquires or releases something. */
    private static final int MOST = 16;

    /** The monitor that is about to be released; null if the next message is another. */
    Variable releasing;

    /** The clock that the last message began which stands for ever. */
    private int lasting;

    /** Monitors that were released, null if another thread has entered since; the clocks rise. */
    private final Variable[] released = new Variable[RELEASES];

    private final int[] clocks = new int[RELEASES];
    private int count;

    private int skipped;

    /** What the thread has done up to now is in no context that will come again. */
    void begin(int clock) {
        for (int i = 0; i < count; i++) {
            released[i] = null;
        }
        count = 0;
        // Clock 0 is that of no access.
        lasting = Math.max(clock, 1);
    }

    /** A message was sent; accesses from now on have at least this clock, those before it a smaller one. */
    void sent(int clock) {
        Variable monitor = releasing;
        releasing = null;
        skipped = 0;
        if (monitor == null) {
            begin(clock);
            return;
        }
        if (count == RELEASES) {
            lasting = clocks[0];
            forget(0);
        }
        released[count] = monitor;
        clocks[count] = clock;
        count++;
    }

    /** The thread has entered a monitor. If it was the last to do so, nobody has come after its releases. */
    void acquired(Variable monitor, boolean wasLast) {
        skipped = 0;
        for (int i = count - 1; i >= 0; i--) {
            if (released[i] == monitor) {
                if (wasLast) {
                    forget(i);
                } else {
                    released[i] = null;
                }
            }
        }
    }

    /** Whether no message stands that was sent since an access of this clock. */
    boolean lastsSince(int clock) {
        return clock >= (count == 0 ? lasting : clocks[count - 1]);
    }

    /**
     * Whether one more access may be skipped. A loop that would ask each time is let through, and is from
     * then on settled by inlined code.
     */
    boolean maySkip() {
        if (skipped == MOST) {
            return false;
        }
        skipped++;
        return true;
    }

    private void forget(int index) {
        count--;
        for (int i = index; i < count; i++) {
            released[i] = released[i + 1];
            clocks[i] = clocks[i + 1];
        }
        released[count] = null;
    }
}
