package redflag.runtime;

/**
 * Checks made where the stack ends: whatever is lost, no lock stays held and no order is forgotten
 * in silence.
 *
 * <p>If a lock stayed held, this would not end.
 */
final class DeepStack {
    private static final int LOCATIONS = 4096;

    private static final Slots SLOTS = new Slots(Epoch.SLOTS, Epoch.MAX_CLOCK);
    private static final ArrayShadow ARRAY = new ArrayShadow(LOCATIONS, 0);

    private static VectorClock lock = VectorClock.EMPTY;

    public static void main(String[] args) {
        ThreadState[] threads = new ThreadState[20];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new ThreadState(SLOTS, VectorClock.EMPTY);
        }
        int overflows = 0;
        for (int round = 0; round < 100; round++) {
            try {
                deeper(threads[round % threads.length], round, round % 2 == 0);
            } catch (StackOverflowError end) {
                overflows++;
            }
        }
        boolean lost = Failures.lostChecks != 0;
        for (int at = 0; at < LOCATIONS; at++) {
            FastTrack.onWrite(threads[0], ArrayShadow.WORDS, ARRAY, at, at, 3);
            if (Epoch.site(ARRAY.words[2 * at]) != 3) {
                throw new AssertionError("no check is made any more");
            }
            threads[0].release();
        }
        threads[0].fork(null, null).end();
        System.out.println("overflows: " + overflows + ", usable, some checks lost: " + lost);
        if (Failures.reason != null && !(Failures.reason instanceof StackOverflowError)) {
            throw new IllegalStateException("the core failed", Failures.reason);
        }
    }

    private static int deeper(ThreadState thread, int depth, boolean synchronises) {
        FastTrack.onRead(thread, ArrayShadow.WORDS, ARRAY, depth % LOCATIONS, depth % LOCATIONS, 1);
        FastTrack.onWrite(thread, ArrayShadow.WORDS, ARRAY, depth % 7, depth % 7, 2);
        if (synchronises) {
            FastTrack.acquire(thread, lock);
            lock = FastTrack.release(thread);
        }
        return deeper(thread, depth + 1, synchronises) + 1;
    }
}
