package redflag.runtime;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Real threads in compressed arrays at once, which change modes all the time: what is ordered, or of
 * elements of one's own, is silent, and of what nothing orders exactly those elements are reported that
 * both threads have accessed.
 *
 * <p>Prints a line for each part, without anything that depends on the schedule.
 */
final class RealFootprints {
    private static final int THREADS = 4;
    private static final int ARRAYS = 12;
    private static final int ROUNDS = 4000;
    private static final int MEETINGS = 6000;

    private static final Slots SLOTS = new Slots(Epoch.SLOTS, 5000);

    /** Of the arrays of one part. Guard of what was released: the array's monitor. */
    private static int[][] arrays;

    private static VectorClock[] released;

    /** How many elements were reported, a race on each side counted once. */
    private static final AtomicInteger REPORTED = new AtomicInteger();

    private RealFootprints() {}

    public static void main(String[] args) throws InterruptedException {
        ArrayModes.threshold = 8;
        Footprints.mostOpen = 5;
        Footprints.sink = new Counter();
        System.out.println("locked: " + run(new Locked()));
        System.out.println("own elements: " + run(new Own()));
        System.out.println("meetings: " + meetings());
        if (Failures.lostChecks != 0 || Failures.lostOrder) {
            throw new IllegalStateException("the core failed", Failures.reason);
        }
    }

    private static int run(Body body) throws InterruptedException {
        REPORTED.set(0);
        arrays = new int[ARRAYS][];
        released = new VectorClock[ARRAYS];
        for (int i = 0; i < ARRAYS; i++) {
            arrays[i] = new int[i < 3 ? 7 + i : 60 * i];
            released[i] = VectorClock.EMPTY;
        }
        CountDownLatch start = new CountDownLatch(1);
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int number = t;
            ThreadState state = new ThreadState(SLOTS, VectorClock.EMPTY);
            threads[t] =
                    new Thread(
                            () -> {
                                await(start);
                                for (int round = 0; round < ROUNDS; round++) {
                                    body.round(state, number, round, mixed(round * 31 + number));
                                }
                                FastTrack.end(state);
                            });
            threads[t].start();
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        return REPORTED.get();
    }

    /** Loops of all kinds over arrays that are locked meanwhile. */
    private static final class Locked extends Body {
        @Override
        void round(ThreadState state, int thread, int round, int random) {
            int at = random % ARRAYS;
            int[] array = arrays[at];
            synchronized (array) {
                FastTrack.acquire(state, released[at]);
                int kinds = 1 + random / ARRAYS % 3;
                for (int kind = 0; kind < kinds; kind++) {
                    loop(state, array, mixed(random + kind) % 8, thread, random);
                }
                if (random / 64 % 50 == 0) {
                    // As an access through a handle does.
                    ArrayShadows.of(array);
                }
                released[at] = FastTrack.release(state);
            }
        }

        private static void loop(ThreadState state, int[] array, int kind, int thread, int random) {
            int length = array.length;
            boolean isWrite = random % 3 == 0;
            int block = Math.max(1, length / THREADS);
            switch (kind) {
                case 0:
                    range(state, array, 0, length, 1, 10, isWrite);
                    break;
                case 1:
                    range(state, array, thread * block, Math.min(length, (thread + 1) * block), 1, 11, isWrite);
                    break;
                case 2:
                    range(state, array, thread % 3, length, 3, 12, isWrite);
                    break;
                case 3:
                    range(state, array, random % length, length, 1, 13, isWrite);
                    break;
                case 4:
                    range(state, array, 1, length - 1, 1, 14, isWrite);
                    break;
                case 5:
                    copied(state, array, random % length, length, 15, isWrite);
                    break;
                case 6:
                    copied(state, array, 0, length, 16, true);
                    break;
                default:
                    range(state, array, random % length, random % length + 1, 1, 17, isWrite);
                    break;
            }
        }
    }

    /** Each thread has elements of its own in all arrays, in blocks or strides, and they are all at it. */
    private static final class Own extends Body {
        @Override
        void round(ThreadState state, int thread, int round, int random) {
            int at = random % ARRAYS;
            int[] array = arrays[at];
            boolean isWrite = random % 5 < 3;
            if (at % 2 == 0) {
                range(state, array, thread, array.length, THREADS, 20, isWrite);
            } else {
                int block = (array.length + THREADS - 1) / THREADS;
                int end = Math.min(array.length, (thread + 1) * block);
                int begin = Math.min(end, thread * block + (round / 200 % 2 == 0 ? 0 : random % block));
                range(state, array, begin, end, 1, 21, isWrite);
            }
            if (random % 4 == 0) {
                FastTrack.release(state);
            }
        }
    }

    /**
     * In array after array two threads access what they like at the same time. Says how many elements were
     * reported, and whether these are as many as both have accessed and one has written.
     */
    private static String meetings() throws InterruptedException {
        REPORTED.set(0);
        int[][] all = new int[MEETINGS][];
        int expected = 0;
        for (int i = 0; i < MEETINGS; i++) {
            all[i] = new int[20 + i % 60];
            for (int at = 0; at < all[i].length; at++) {
                expected += isOf(all[i].length, i, 0, at) && isOf(all[i].length, i, 1, at) ? 1 : 0;
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
                                for (int i = 0; i < MEETINGS; i++) {
                                    meet(arrived, 2 * i + 2);
                                    int length = all[i].length;
                                    // Only the second thread reads, and only every other time.
                                    boolean isWrite = own == 0 || i % 2 == 0;
                                    int[] ends = ends(length, i, own);
                                    if (i % 7 == 0 && ends != null) {
                                        copied(state, all[i], ends[0], ends[1], 30 + own, isWrite);
                                    }
                                    RedflagFootprint kept = null;
                                    for (int at = 0; at < length; at++) {
                                        if ((i % 7 != 0 || ends == null) && isOf(length, i, own, at)) {
                                            kept =
                                                    Inlined.access(
                                                            state, kept, all[i], at, 30 + own, isWrite);
                                        }
                                    }
                                    if (i % 3 != 0) {
                                        FastTrack.release(state);
                                    }
                                }
                                FastTrack.end(state);
                            });
            threads[t].start();
        }
        for (int t = 0; t < 2; t++) {
            threads[t].join();
        }
        return REPORTED.get() + ", as expected: " + (REPORTED.get() == expected);
    }

    /** Whether a thread accesses an element of the array of a meeting. */
    private static boolean isOf(int length, int meeting, int thread, int at) {
        switch (mixed(meeting * 2 + thread) % 5) {
            case 0:
                return true;
            case 1:
                return at >= length / 2 == (thread == 0);
            case 2:
                return at % 2 == 0;
            case 3:
                return at >= meeting % length;
            default:
                return at == meeting % length;
        }
    }

    /** Where that begins and ends, if it is a range. */
    private static int[] ends(int length, int meeting, int thread) {
        int first = 0;
        while (first < length && !isOf(length, meeting, thread, first)) {
            first++;
        }
        int end = first;
        while (end < length && isOf(length, meeting, thread, end)) {
            end++;
        }
        for (int at = end; at < length; at++) {
            if (isOf(length, meeting, thread, at)) {
                return null;
            }
        }
        return new int[] {first, end};
    }

    private abstract static class Body {
        abstract void round(ThreadState state, int thread, int round, int random);
    }

    /** A loop as it would be compiled: with what inlined code does, and in a method called anew. */
    private static void range(
            ThreadState state, int[] array, int from, int to, int step, int site, boolean isWrite) {
        RedflagFootprint kept = null;
        for (int i = from; i < to; i += step) {
            kept = Inlined.access(state, kept, array, i, site, isWrite);
        }
    }

    /** What the library does to a range. */
    private static void copied(
            ThreadState state, int[] array, int from, int to, int site, boolean isWrite) {
        if (!Footprints.accessRange(state, array, from, to, site, isWrite)) {
            range(state, array, from, to, 1, site, isWrite);
        }
    }

    private static int mixed(int number) {
        int hash = number * 0x9E3779B9;
        return ((hash ^ hash >>> 15) * 0x2C1B3C6D) >>> 4;
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

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static final class Counter extends Footprints.Sink {
        @Override
        void race(
                ThreadState thread,
                Object array,
                int first,
                int last,
                int stride,
                int site,
                boolean isWrite) {
            REPORTED.addAndGet((last - first) / stride + 1);
        }
    }
}
