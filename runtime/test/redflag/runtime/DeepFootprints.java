package redflag.runtime;

/**
 * Accesses to compressed arrays, and commits, where the stack ends: whatever is lost, no lock stays held,
 * no array is left in pieces, and nothing stays open across a release.
 *
 * <p>If a lock stayed held, this would not end.
 */
final class DeepFootprints {
    private static final int LENGTH = 200;

    private static final Slots SLOTS = new Slots(Epoch.SLOTS, Epoch.MAX_CLOCK);
    private static final int ROUNDS = 30;

    /** New ones in each round, since those that are FINE stay so. */
    private static int[][] arrays;

    public static void main(String[] args) {
        int overflows = 0;
        int open = 0;
        ThreadState thread = new ThreadState(SLOTS, VectorClock.EMPTY);
        for (int round = 0; round < ROUNDS; round++) {
            arrays = new int[20][LENGTH];
            try {
                deeper(thread, round, round % 2 == 0);
            } catch (StackOverflowError end) {
                overflows++;
            }
            // Everything so far happens before what the next thread does.
            ThreadState next = null;
            while (next == null) {
                next = FastTrack.fork(thread);
            }
            open += thread.footprints.isEmpty() ? 0 : 1;
            FastTrack.end(thread);
            thread = next;
        }
        boolean lost = Failures.lostChecks != 0;
        int wrong = 0;
        for (int[] array : arrays) {
            for (int i = 0; i < LENGTH; i++) {
                Inlined.access(thread, null, array, i, 3, true);
            }
            thread.release();
            ArrayShadow shadow = ArrayShadows.of(array);
            for (int i = 0; i < LENGTH; i++) {
                wrong += Epoch.site(shadow.words[2 * i]) == 3 ? 0 : 1;
            }
        }
        System.out.println(
                "overflows: " + overflows + ", some checks lost: " + lost + ", open: " + open
                        + ", unchecked: " + wrong);
        if (Failures.reason != null && !(Failures.reason instanceof StackOverflowError)) {
            throw new IllegalStateException("the core failed", Failures.reason);
        }
    }

    private static int deeper(ThreadState thread, int depth, boolean synchronises) {
        int[] array = arrays[depth % arrays.length];
        try {
            Inlined.access(thread, null, array, depth % LENGTH, 1, false);
            if (depth % 3 == 0) {
                Footprints.accessRange(thread, array, depth % 40 / 8, LENGTH, 2, true);
            } else {
                Inlined.access(thread, null, array, depth * 31 % 64, 1, true);
            }
        } finally {
            if (synchronises && depth % 5 == 0) {
                FastTrack.release(thread);
            }
        }
        return deeper(thread, depth + 1, synchronises) + 1;
    }
}
