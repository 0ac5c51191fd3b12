package redflag.runtime;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Real threads in the core at once: what locks order is silent, what nothing orders is reported,
 * and nothing is lost where threads are the first to need something at the same time.
 *
 * <p>Prints a line for each part, without anything that depends on the schedule.
 */
final class RealThreads {
    private static final int THREADS = 8;
    private static final int LOCATIONS = 64;
    private static final int ROUNDS = 20_000;
    private static final int FRESH = 20_000;
    private static final int COMMON = 16;

    private static final Slots SLOTS = new Slots(Epoch.SLOTS, 1000);
    private static final Object[] MONITORS = new Object[LOCATIONS];

    /** Guard of each: the monitor of the same index. */
    private static final VectorClock[] RELEASED = new VectorClock[LOCATIONS];

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < LOCATIONS; i++) {
            MONITORS[i] = new Object();
            RELEASED[i] = VectorClock.EMPTY;
        }
        ThreadState main = new ThreadState(SLOTS, VectorClock.EMPTY);
        System.out.println("locked: " + raced(main, new Locked(), LOCATIONS));
        System.out.println("read only: " + raced(main, new ReadOnly(), LOCATIONS));
        System.out.println("written once: " + raced(main, new WrittenOnce(), LOCATIONS));
        System.out.println("unlocked: " + raced(main, new Unlocked(), LOCATIONS));
        System.out.println("fresh arrays: " + freshArrays());
        System.out.println("short-lived: " + shortLived(main));
        if (Failures.lostChecks != 0 || Failures.lostOrder) {
            throw new IllegalStateException("the core failed", Failures.reason);
        }
    }

    /** What each thread does, and on what. */
    private abstract static class Body {
        final ArrayShadow array = new ArrayShadow(LOCATIONS, 0);

        abstract boolean round(ThreadState state, int thread, int round, int location);
    }

    /** How many locations were raced on when all threads had run a body, on a fresh array. */
    private static int raced(ThreadState main, Body body, int locations)
            throws InterruptedException {
        for (int i = 0; i < locations; i++) {
            FastTrack.onWrite(main, ArrayShadow.WORDS, body.array, i, i, 1);
        }
        boolean[][] raced = new boolean[THREADS][locations];
        Thread[] threads = new Thread[THREADS];
        ThreadState[] states = new ThreadState[THREADS];
        CountDownLatch start = new CountDownLatch(1);
        for (int t = 0; t < THREADS; t++) {
            int thread = t;
            states[t] = FastTrack.fork(main);
            threads[t] =
                    new Thread(
                            () -> {
                                await(start);
                                for (int round = 0; round < ROUNDS; round++) {
                                    int at = (round * 7 + thread * 13) % locations;
                                    raced[thread][at] |=
                                            body.round(states[thread], thread, round, at);
                                }
                                FastTrack.end(states[thread]);
                            });
            threads[t].start();
        }
        start.countDown();
        for (int t = 0; t < THREADS; t++) {
            threads[t].join();
            FastTrack.join(main, states[t]);
        }
        int count = 0;
        for (int at = 0; at < locations; at++) {
            boolean any = FastTrack.onWrite(main, ArrayShadow.WORDS, body.array, at, at, 2) != 0;
            if (any) {
                throw new AssertionError("after all were joined");
            }
            for (int t = 0; t < THREADS; t++) {
                any |= raced[t][at];
            }
            count += any ? 1 : 0;
        }
        return count;
    }

    /** Reads and writes, each location under its monitor. */
    private static final class Locked extends Body {
        @Override
        boolean round(ThreadState state, int thread, int round, int at) {
            synchronized (MONITORS[at]) {
                FastTrack.acquire(state, RELEASED[at]);
                int races = FastTrack.onRead(state, ArrayShadow.WORDS, array, at, at, 10);
                if (round % 3 == 0) {
                    races += FastTrack.onWrite(state, ArrayShadow.WORDS, array, at, at, 11);
                }
                RELEASED[at] = FastTrack.release(state);
                return races != 0;
            }
        }
    }

    /** Reads in ever new epochs. */
    private static final class ReadOnly extends Body {
        @Override
        boolean round(ThreadState state, int thread, int round, int at) {
            int races = FastTrack.onRead(state, ArrayShadow.WORDS, array, at, at, 20);
            FastTrack.release(state);
            return races != 0;
        }
    }

    /** As before, but in the middle one thread writes to the first half. */
    private static final class WrittenOnce extends Body {
        @Override
        boolean round(ThreadState state, int thread, int round, int at) {
            boolean writes = thread == 0 && round >= ROUNDS / 2 && round < ROUNDS / 2 + LOCATIONS;
            int races =
                    writes && at < LOCATIONS / 2
                            ? FastTrack.onWrite(state, ArrayShadow.WORDS, array, at, at, 31)
                            : FastTrack.onRead(state, ArrayShadow.WORDS, array, at, at, 30);
            FastTrack.release(state);
            return races != 0;
        }
    }

    /** Reads and writes of every second location without any order. */
    private static final class Unlocked extends Body {
        @Override
        boolean round(ThreadState state, int thread, int round, int at) {
            if (at % 2 == 0) {
                return false;
            }
            int races = FastTrack.onWrite(state, ArrayShadow.WORDS, array, at, at, 40);
            return races + FastTrack.onRead(state, ArrayShadow.WORDS, array, at, at, 41) != 0;
        }
    }

    /**
     * In array after array two threads at once are the first whose reads are shared: each of its own
     * element, then both of all others, from both ends so that they meet. Returns how many reads are
     * remembered in the end.
     */
    private static int freshArrays() throws InterruptedException {
        ArrayShadow[] arrays = new ArrayShadow[FRESH];
        ThreadState earlier = new ThreadState(SLOTS, VectorClock.EMPTY);
        for (int i = 0; i < FRESH; i++) {
            arrays[i] = new ArrayShadow(2 + COMMON, 0);
            for (int at = 0; at < 2 + COMMON; at++) {
                FastTrack.onRead(earlier, ArrayShadow.WORDS, arrays[i], at, at, 60);
            }
        }
        AtomicInteger arrived = new AtomicInteger();
        Thread[] threads = new Thread[2];
        for (int t = 0; t < 2; t++) {
            int own = t;
            ThreadState state = new ThreadState(SLOTS, VectorClock.EMPTY);
            threads[t] =
                    new Thread(
                            () -> {
                                for (int i = 0; i < FRESH; i++) {
                                    meet(arrived, 4 * i + 2);
                                    read(state, arrays[i], own, 61 + own);
                                    meet(arrived, 4 * i + 4);
                                    for (int at = 0; at < COMMON; at++) {
                                        int other = own == 0 ? at : COMMON - 1 - at;
                                        read(state, arrays[i], 2 + other, 61 + own);
                                    }
                                }
                            });
            threads[t].start();
        }
        for (int t = 0; t < 2; t++) {
            threads[t].join();
        }
        // A write that nothing orders races with every read that is remembered.
        ThreadState writer = new ThreadState(SLOTS, VectorClock.EMPTY);
        int races = 0;
        for (int i = 0; i < FRESH; i++) {
            for (int at = 0; at < 2 + COMMON; at++) {
                races += FastTrack.onWrite(writer, ArrayShadow.WORDS, arrays[i], at, at, 63);
            }
        }
        return races;
    }

    private static void read(ThreadState state, ArrayShadow array, int at, int site) {
        FastTrack.onRead(state, ArrayShadow.WORDS, array, at, at, site);
    }

    /** Returns when so many have arrived, at about the same moment in all of them. */
    private static void meet(AtomicInteger arrived, int all) {
        arrived.incrementAndGet();
        for (int spins = 1; arrived.get() < all; spins++) {
            // The other may have no processor.
            if (spins % 1000 == 0) {
                Thread.yield();
            }
        }
    }

    /** A million threads one after the other need the slot of one; nothing grows. */
    private static String shortLived(ThreadState main) {
        int before = SLOTS.used();
        ArrayShadow array = new ArrayShadow(1, 0);
        long races = 0;
        for (int i = 0; i < 1_000_000; i++) {
            ThreadState child = FastTrack.fork(main);
            races += FastTrack.onWrite(child, ArrayShadow.WORDS, array, 0, 0, 50);
            FastTrack.end(child);
            FastTrack.join(main, child);
        }
        // Each of the clocks of a slot serves one of them: 1000 for a slot.
        int used = SLOTS.used() - before;
        return races + " races, bounded slots: " + (used <= 1_000_000 / 1000 + 1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
