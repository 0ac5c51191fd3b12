package redflag.runtime;

import static redflag.runtime.Claims.*;

import java.util.Arrays;
import java.util.Random;

/**
 * What threads defer is remembered like all else: random programs over two arrays, alike but that accesses to ranges
 * are deferred in one where that can be. In both the same elements race, at the same steps.
 */
final class DeferredTest {
    private static final int PROGRAMS = 3000;
    private static final int STEPS = 120;
    private static final int THREADS = 3;
    private static final int LENGTH = 120;
    private static final int LOCKS = 2;

    private final Random random;
    private final int[] deferring = new int[LENGTH];
    private final int[] plain = new int[LENGTH];
    private final ThreadState[] threads = new ThreadState[THREADS];
    private final VectorClock[] released = new VectorClock[LOCKS];

    /** What each thread mostly accesses: so that it has something to itself, as programs do. */
    private final int[] home = new int[THREADS];

    private int deferred;
    private int races;

    private DeferredTest(long seed) {
        random = new Random(seed);
        Slots slots = new Slots(Epoch.SLOTS, 50);
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new ThreadState(slots, VectorClock.EMPTY);
            home[i] = 40 * i;
        }
        Arrays.fill(released, VectorClock.EMPTY);
    }

    /** Only where accesses are not counted. */
    public static void main(String[] args) {
        StartUp.run(new String[0]);
        int deferred = 0;
        int races = 0;
        for (int seed = 0; seed < PROGRAMS; seed++) {
            DeferredTest program = new DeferredTest(seed);
            for (int step = 0; step < STEPS; step++) {
                program.step(step);
            }
            deferred += program.deferred;
            races += program.races;
        }
        claimQuietly(Failures.lostChecks == 0 && !Failures.lostOrder);
        // Else nothing was shown.
        claimQuietly(deferred > 10 * PROGRAMS && races > PROGRAMS);
        System.out.println("deferred as if they were not: " + PROGRAMS + " programs");
    }

    private void step(int step) {
        int at = random.nextInt(THREADS);
        ThreadState thread = threads[at];
        int lock = random.nextInt(LOCKS);
        switch (random.nextInt(10)) {
            case 0:
                FastTrack.acquire(thread, released[lock]);
                break;
            case 1:
            case 3:
                released[lock] = released[lock].join(FastTrack.release(thread));
                break;
            case 2:
                int index = random.nextInt(16) == 0 ? random.nextInt(LENGTH) : home[at] + random.nextInt(40);
                compare(step, thread, index, index + 1);
                break;
            default:
                boolean strays = random.nextInt(40) == 0;
                int from = strays ? random.nextInt(LENGTH - 32) : home[at] + random.nextInt(4);
                compare(step, thread, from, from + 16 + random.nextInt(16));
        }
    }

    private void compare(int step, ThreadState thread, int from, int to) {
        boolean isWrite = random.nextInt(3) == 0;
        int site = 1 + step;
        boolean[] expected = new boolean[LENGTH];
        boolean[] found = new boolean[LENGTH];
        for (int i = from; i < to; i++) {
            expected[i] = one(thread, plain, i, site, isWrite);
        }
        ArrayShadow shadow = ArrayShadows.of(deferring);
        if (Deferred.access(thread, shadow, from, to, site, isWrite)) {
            deferred++;
        } else {
            for (int i = from; i < to; i++) {
                found[i] = one(thread, deferring, i, site, isWrite);
            }
        }
        for (int i = from; i < to; i++) {
            races += expected[i] ? 1 : 0;
        }
        if (!Arrays.equals(expected, found)) {
            throw new AssertionError(
                    Arrays.toString(expected) + " and not " + Arrays.toString(found));
        }
    }

    /** As inlined code and what it calls; whether it was in a race. */
    private static boolean one(
            ThreadState thread, int[] array, int index, int site, boolean isWrite) {
        ArrayShadow shadow = ArrayShadows.of(array);
        long[] words = shadow.words;
        int at = 2 * index + (isWrite ? 0 : 1);
        if (Epoch.same(words[at], thread.epoch)) {
            return false;
        }
        if (thread.owns(words[2 * index], words[2 * index + 1])) {
            words[at] = thread.recordedAt(site);
            return false;
        }
        int outcome =
                isWrite
                        ? Exclusive.writeElement(thread, Deferred.of(array, words), index, words, site)
                        : Exclusive.readElement(thread, Deferred.of(array, words), index, words, site);
        if (outcome == Exclusive.SETTLED) {
            return false;
        }
        int races =
                isWrite
                        ? FastTrack.onWrite(thread, ArrayShadow.WORDS, shadow, index, index, site)
                        : FastTrack.onRead(thread, ArrayShadow.WORDS, shadow, index, index, site);
        return races != 0;
    }
}
