package redflag.runtime;

import static redflag.runtime.Claims.*;

import java.util.Arrays;
import java.util.Random;

/**
 * What threads have seen of long arrays hides no race: random programs over two arrays, alike but that of one threads
 * remember it. In both the same elements race, and first at the same steps. (Where another thread has come in between
 * and raced, words say so again.)
 */
final class SeenTest {
    private static final int PROGRAMS = 60;
    private static final int STEPS = 6000;

    /** A thread makes so many steps on end, mostly after what others did before. */
    private static final int SESSION = 300;

    private static final int THREADS = 3;
    private static final int LENGTH = 1 << 16;

    /** Those that inlined code asks for each time, and as many others. */
    private static final int INDICES = 64;

    private final Random random;
    private final byte[] seen = new byte[LENGTH];
    private final byte[] plain = new byte[LENGTH];
    private final boolean[] hasRaced = new boolean[LENGTH];
    private final boolean[] hasRacedPlain = new boolean[LENGTH];
    private final ThreadState[] threads = new ThreadState[THREADS];
    private ThreadState thread;
    private VectorClock released = VectorClock.EMPTY;

    private int skipped;
    private int races;

    private SeenTest(long seed) {
        random = new Random(seed);
        Slots slots = new Slots(Epoch.SLOTS, 50);
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new ThreadState(slots, VectorClock.EMPTY);
        }
        thread = threads[0];
    }

    public static void main(String[] args) {
        StartUp.run(args);
        Reporter.sink = SINK;
        int skipped = 0;
        int races = 0;
        for (int seed = 0; seed < PROGRAMS; seed++) {
            SeenTest program = new SeenTest(seed);
            for (int step = 0; step < STEPS; step++) {
                program.step(step);
            }
            skipped += program.skipped;
            races += program.races;
        }
        claimQuietly(Failures.lostChecks == 0 && !Failures.lostOrder);
        // Else nothing was shown.
        claimQuietly(skipped > STEPS && races > PROGRAMS);
        System.out.println("seen as if they were not: " + PROGRAMS + " programs");
    }

    private void step(int step) {
        if (step % SESSION == 0) {
            if (random.nextInt(8) != 0) {
                released = released.join(FastTrack.release(thread));
            }
            thread = threads[random.nextInt(THREADS)];
            if (random.nextInt(8) != 0) {
                FastTrack.acquire(thread, released);
            }
        }
        int number = random.nextInt(INDICES);
        int index = 1023 + 1024 * (number / 2) - number % 2;
        boolean isWrite = random.nextInt(3) == 0;
        int site = 1 + step;
        boolean expected = one(thread, plain, index, site, isWrite);
        long[] words = ArrayShadows.of(seen).words;
        long[] bits = Seen.bitsOf(thread, seen);
        boolean found = false;
        if ((bits[1 + (index >> 5)] >>> (2 * index + (isWrite ? 0 : 1)) & 1) != 0) {
            skipped++;
        } else if (bits[0] == 0 || (index & 1023) == 1023) {
            thread.clearRaces();
            Seen.access(thread, seen, index, words, site, isWrite);
            found = thread.raceCount() != 0;
        } else {
            found = one(thread, seen, index, site, isWrite);
        }
        races += expected && !hasRacedPlain[index] ? 1 : 0;
        hasRaced[index] |= found;
        hasRacedPlain[index] |= expected;
        if (hasRaced[index] != hasRacedPlain[index]) {
            throw new AssertionError(Arrays.toString(new int[] {step, index, site}) + expected);
        }
    }

    private static boolean one(
            ThreadState thread, byte[] array, int index, int site, boolean isWrite) {
        thread.clearRaces();
        long[] words = ArrayShadows.of(array).words;
        if (Spans.settle(thread, words, index, site, isWrite) != index) {
            return false;
        }
        if (isWrite) {
            Accesses.writeElement(thread, array, index, words, site);
        } else {
            Accesses.readElement(thread, array, index, words, site);
        }
        return thread.raceCount() != 0;
    }
}
