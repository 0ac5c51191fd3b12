package redflag.runtime;

/**
 * What the tests of hooks have in common: threads, places and elements to play with, and claims. Counts
 * those that held.
 */
final class Claims {
    static final int[] ARRAY = new int[64];
    static final Sink SINK = new Sink();

    private static int sites = 100;
    private static int claims;
    private static int elements;

    private Claims() {}

    static int count() {
        return claims;
    }

    static ThreadState thread() {
        return new ThreadState(Threads.SLOTS, VectorClock.EMPTY);
    }

    static int site() {
        return sites++;
    }

    /** An element that nothing was done to. */
    static int element() {
        return elements++ % ARRAY.length;
    }

    static void quiet(Runnable step) {
        races(0, step);
    }

    static void races(int expected, Runnable step) {
        races(expected, step, expected);
    }

    static void races(int least, Runnable step, int most) {
        int before = SINK.count;
        step.run();
        int count = SINK.count - before;
        if (count < least || count > most) {
            throw new AssertionError(count + " races");
        }
        claims++;
    }

    static void claim(boolean holds) {
        claimQuietly(holds);
        claims++;
    }

    static void claimQuietly(boolean holds) {
        if (!holds) {
            throw new AssertionError(String.valueOf(Failures.reason));
        }
    }

    /** The last report, and how many there were. */
    static final class Sink extends Reporter.Sink {
        volatile int count;
        int key;
        String arrayType;
        long index;
        int origin;
        int otherSite;
        boolean isWrite;
        boolean otherIsWrite;
        String thread;
        String otherThread;
        String[] stack;
        String[] otherStack;
        String[] createdAt;
        String[] otherCreatedAt;
        String[] locks;
        String[] otherLocks;

        @Override
        synchronized void race(
                int key,
                String arrayType,
                long index,
                long last,
                int stride,
                int origin,
                int site,
                boolean isWrite,
                int otherSite,
                boolean otherIsWrite,
                String thread,
                String otherThread,
                String[] stack,
                String[] otherStack,
                String[] createdAt,
                String[] otherCreatedAt,
                String[] locks,
                String[] otherLocks) {
            this.key = key;
            this.arrayType = arrayType;
            this.index = index;
            this.origin = origin;
            this.otherSite = otherSite;
            this.isWrite = isWrite;
            this.otherIsWrite = otherIsWrite;
            this.thread = thread;
            this.otherThread = otherThread;
            this.stack = stack;
            this.otherStack = otherStack;
            this.createdAt = createdAt;
            this.otherCreatedAt = otherCreatedAt;
            this.locks = locks;
            this.otherLocks = otherLocks;
            count++;
        }
    }
}
