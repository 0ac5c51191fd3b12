package redflag.runtime;

/**
 * What the slow path and the clocks cost, in nanoseconds an operation: the best of several rounds, on
 * one thread. To see that nothing is absurd, not to compare by.
 */
final class Bench {
    private static final int ROUNDS = 7;
    private static final int LOCATIONS = 1024;
    private static final Words WORDS = ArrayShadow.WORDS;

    /** Keeps results alive. */
    static int sink;

    private static Slots slots = new Slots(Epoch.SLOTS, Epoch.MAX_CLOCK);
    private static ThreadState first = new ThreadState(slots, VectorClock.EMPTY);
    private static ThreadState second = new ThreadState(slots, VectorClock.EMPTY);
    private static ThreadState third = new ThreadState(slots, VectorClock.EMPTY);
    private static ArrayShadow array = new ArrayShadow(LOCATIONS, 0);

    public static void main(String[] args) {
        rule("Read Same Epoch", new ReadSameEpoch());
        rule("Read Exclusive", new ReadExclusive());
        rule("Read Share", new ReadShare());
        rule("Read Shared (same step as the last)", new SharedAlike());
        rule("Read Shared (another step)", new SharedUnalike());
        rule("Read Shared Same Epoch", new ReadSharedSameEpoch());
        rule("Write Same Epoch", new WriteSameEpoch());
        rule("Write Exclusive", new WriteExclusive());
        rule("Write Shared", new WriteShared());
        rule("a race, write with write", new Race());
        rule("Acquire and Release, after an access", new LockWithAccess());
        rule("Acquire and Release, nothing new", new LockWithout());
        rule("Fork, end and Join", new ForkJoin());
        int[] sizes = {2, 32, 1000, 100_000};
        for (int size : sizes) {
            clocks(size);
        }
        readers(100_000);
        alive(100_000);
    }

    /** Something done to every location in turn; before it, untimed, what it needs. */
    private abstract static class Work {
        void prepare() {
            array = new ArrayShadow(LOCATIONS, 0);
        }

        abstract int at(int location);

        int operations() {
            return LOCATIONS;
        }
    }

    private static void rule(String name, Work work) {
        System.out.printf("%-45s %8.1f ns%n", name, best(work));
    }

    private static double best(Work work) {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long spent = 0;
            long done = 0;
            while (spent < 40_000_000L) {
                work.prepare();
                int operations = work.operations();
                long start = System.nanoTime();
                for (int location = 0; location < operations; location++) {
                    sink += work.at(location);
                }
                spent += System.nanoTime() - start;
                done += operations;
            }
            best = Math.min(best, (double) spent / done);
        }
        return best;
    }

    private static int read(ThreadState thread, int at) {
        return FastTrack.onRead(thread, WORDS, array, at, at, 7);
    }

    private static int write(ThreadState thread, int at) {
        return FastTrack.onWrite(thread, WORDS, array, at, at, 8);
    }

    private static void readAll(ThreadState thread) {
        for (int at = 0; at < LOCATIONS; at++) {
            read(thread, at);
        }
    }

    private static final class ReadSameEpoch extends Work {
        @Override
        void prepare() {
            readAll(first);
        }

        @Override
        int at(int location) {
            return read(first, location);
        }
    }

    private static final class ReadExclusive extends Work {
        @Override
        void prepare() {
            super.prepare();
            readAll(first);
            first.release();
        }

        @Override
        int at(int location) {
            return read(first, location);
        }
    }

    private static final class ReadShare extends Work {
        @Override
        void prepare() {
            super.prepare();
            readAll(first);
            // What the loop remembers from an earlier array is of no use.
            second.release();
        }

        @Override
        int at(int location) {
            return read(second, location);
        }
    }

    private static class SharedAlike extends Work {
        @Override
        void prepare() {
            super.prepare();
            readAll(first);
            readAll(second);
            third.release();
        }

        @Override
        int at(int location) {
            return read(third, location);
        }
    }

    private static final class SharedUnalike extends SharedAlike {
        @Override
        int at(int location) {
            // Another site for each location makes each set another one.
            return FastTrack.onRead(third, WORDS, array, location, location, location);
        }
    }

    private static final class ReadSharedSameEpoch extends SharedAlike {
        @Override
        int at(int location) {
            return read(second, location);
        }
    }

    private static final class WriteSameEpoch extends Work {
        @Override
        void prepare() {
            for (int at = 0; at < LOCATIONS; at++) {
                write(first, at);
            }
        }

        @Override
        int at(int location) {
            return write(first, location);
        }
    }

    private static final class WriteExclusive extends Work {
        @Override
        void prepare() {
            first.release();
        }

        @Override
        int at(int location) {
            return write(first, location);
        }
    }

    private static final class WriteShared extends Work {
        @Override
        void prepare() {
            super.prepare();
            readAll(first);
            readAll(second);
            third.acquire(first.release());
            third.acquire(second.release());
        }

        @Override
        int at(int location) {
            return write(third, location);
        }
    }

    private static final class Race extends Work {
        @Override
        void prepare() {
            super.prepare();
            for (int at = 0; at < LOCATIONS; at++) {
                write(first, at);
            }
            first.release();
        }

        @Override
        int at(int location) {
            return write(second, location);
        }
    }

    private static class LockWithAccess extends Work {
        private VectorClock lock = VectorClock.EMPTY;

        @Override
        int at(int location) {
            ThreadState thread = (location & 1) == 0 ? first : second;
            FastTrack.acquire(thread, lock);
            thread.recordedAt(7);
            lock = FastTrack.release(thread);
            return 0;
        }
    }

    private static final class LockWithout extends Work {
        private VectorClock lock = VectorClock.EMPTY;

        @Override
        int at(int location) {
            ThreadState thread = (location & 1) == 0 ? first : second;
            FastTrack.acquire(thread, lock);
            lock = FastTrack.release(thread);
            return 0;
        }
    }

    private static final class ForkJoin extends Work {
        @Override
        int at(int location) {
            ThreadState child = FastTrack.fork(first);
            child.recordedAt(7);
            FastTrack.end(child);
            FastTrack.join(first, child);
            return 0;
        }
    }

    private static void clocks(int size) {
        VectorClock even = VectorClock.EMPTY;
        VectorClock odd = VectorClock.EMPTY;
        for (int slot = 0; slot < size; slot++) {
            even = even.with(slot, 5 + slot % 2);
            odd = odd.with(slot, 6 - slot % 2);
        }
        VectorClock next = even.with(size / 2, 9);
        VectorClock apart = even.with(0, 10);
        System.out.printf("%d slots:%n", size);
        rule("  get", new Get(even, size));
        rule("  with", new With(even, size));
        rule("  join, the same", new Join(even, even, size));
        rule("  join, one slot newer", new Join(even, next, size));
        rule("  join, one slot newer in each", new Join(apart, next, size));
        rule("  join, every slot differs", new Join(even, odd, size));
    }

    private static final class Get extends Work {
        private final VectorClock clock;
        private final int size;

        Get(VectorClock clock, int size) {
            this.clock = clock;
            this.size = size;
        }

        @Override
        int at(int location) {
            return clock.get((location * 97) % size);
        }
    }

    private static final class With extends Work {
        private final VectorClock clock;
        private final int size;

        With(VectorClock clock, int size) {
            this.clock = clock;
            this.size = size;
        }

        @Override
        int at(int location) {
            return clock.with((location * 97) % size, 20).get(0);
        }
    }

    private static final class Join extends Work {
        private final VectorClock a;
        private final VectorClock b;
        private final int operations;

        Join(VectorClock a, VectorClock b, int size) {
            this.a = a;
            this.b = b;
            this.operations = size > 1000 ? 16 : LOCATIONS;
        }

        @Override
        int at(int location) {
            return a.join(b).get(0);
        }

        @Override
        int operations() {
            return operations;
        }
    }

    /** So many threads read one location, none ordered with another, and then one writes it. */
    private static void readers(int count) {
        fresh();
        ThreadState[] threads = new ThreadState[count];
        for (int i = 0; i < count; i++) {
            threads[i] = FastTrack.fork(first);
        }
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            sink += read(threads[i], 0);
        }
        long read = System.nanoTime();
        for (int i = 0; i < count; i++) {
            FastTrack.end(threads[i]);
            FastTrack.join(first, threads[i]);
        }
        long joined = System.nanoTime();
        sink += write(first, 0);
        long written = System.nanoTime();
        System.out.printf("%d unordered readers of one location:%n", count);
        System.out.printf("  each read %.0f ns, ", (read - start) / (double) count);
        System.out.printf("each end and join %.0f ns, ", (joined - read) / (double) count);
        System.out.printf("the write %.0f us%n", (written - joined) / 1e3);
    }

    /**
     * So many threads alive at once, each of which writes, takes a lock that all take, and awaits its
     * parent: the memory of all their clocks.
     */
    private static void alive(int count) {
        fresh();
        long before = usedMemory();
        long start = System.nanoTime();
        ThreadState[] threads = new ThreadState[count];
        VectorClock lock = VectorClock.EMPTY;
        for (int i = 0; i < count; i++) {
            first.recordedAt(1);
            threads[i] = FastTrack.fork(first);
        }
        for (int i = 0; i < count; i++) {
            threads[i].recordedAt(2);
            FastTrack.acquire(threads[i], lock);
            lock = FastTrack.release(threads[i]);
        }
        long spent = System.nanoTime() - start;
        long memory = usedMemory() - before;
        System.out.printf("%d threads alive that know of each other: ", count);
        System.out.printf("%d bytes and %d ns each%n", memory / count, spent / count);
        sink += threads.length + lock.get(0);
    }

    private static void fresh() {
        slots = new Slots(Epoch.SLOTS, Epoch.MAX_CLOCK);
        first = new ThreadState(slots, VectorClock.EMPTY);
        array = new ArrayShadow(LOCATIONS, 0);
    }

    private static long usedMemory() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
