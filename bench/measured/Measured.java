package measured;

/**
 * What the main methods of all programs share: their arguments, the clock, and how they end.
 *
 * <p>{@code java package.Name SIZE THREADS [ITERATIONS [SECONDS]]}. SIZE is {@code quick}, {@code full} or a number in
 * the program's own unit. Each iteration is the whole program on the same input; the first ones serve as warm-up. None
 * begins when SECONDS have passed since the first began: what is slow has a few long iterations instead of many short
 * ones. Standard output is for the harness: {@code time NANOSECONDS} for each iteration, then {@code result ok}. A wrong
 * result is a sentence on standard error and exit status 1.
 */
public final class Measured {
    public final int size;
    public final int threads;
    private final int iterations;
    private final long nanoseconds;

    private Measured(int size, int threads, int iterations, long nanoseconds) {
        this.size = size;
        this.threads = threads;
        this.iterations = iterations;
        this.nanoseconds = nanoseconds;
    }

    /** One run of the timed part, in as many threads as it likes; what it prepares and checks is not timed. */
    public interface Program {
        /** Puts the input back to what it was before the first iteration. */
        void prepare();

        /** The timed part. */
        void run() throws InterruptedException;

        /** Ends the program with {@link #fail} when the last {@link #run} computed something wrong. Cheap. */
        void check();
    }

    public static Measured arguments(String[] args, int quick, int full) {
        // A worker that dies must not leave the others waiting at a barrier.
        Thread.setDefaultUncaughtExceptionHandler(new Fatal());
        if (args.length < 2 || args.length > 4) {
            fail("expected the arguments SIZE THREADS [ITERATIONS [SECONDS]], SIZE being quick, full or a number");
        }
        int size = args[0].equals("quick") ? quick : args[0].equals("full") ? full : positive(args[0]);
        int iterations = args.length > 2 ? positive(args[2]) : 1;
        long nanoseconds = args.length > 3 ? positive(args[3]) * 1_000_000_000L : Long.MAX_VALUE;
        return new Measured(size, positive(args[1]), iterations, nanoseconds);
    }

    /** All iterations. The caller may check more afterwards, and ends with {@link #done}. */
    public void run(Program program) throws InterruptedException {
        long begin = System.nanoTime();
        for (int i = 0; i == 0 || i < iterations && System.nanoTime() - begin < nanoseconds; i++) {
            program.prepare();
            long start = System.nanoTime();
            program.run();
            long end = System.nanoTime();
            System.out.println("time " + (end - start));
            program.check();
        }
    }

    public void done() {
        System.out.println("result ok");
    }

    /** Runs one worker in the calling thread and each of the others in a thread of its own, as the suite does. */
    public static void inThreads(Runnable[] workers) throws InterruptedException {
        Thread[] started = new Thread[workers.length];
        for (int i = 1; i < workers.length; i++) {
            started[i] = new Thread(workers[i], "worker-" + i);
            started[i].start();
        }
        workers[0].run();
        for (int i = 1; i < workers.length; i++) {
            started[i].join();
        }
    }

    private static int positive(String argument) {
        int number = 0;
        try {
            number = Integer.parseInt(argument);
        } catch (NumberFormatException e) {
            // Zero is refused below.
        }
        if (number <= 0) {
            fail("expected a positive number instead of " + argument);
        }
        return number;
    }

    /** Ends the program: something that it computed is wrong. */
    public static void fail(String why) {
        System.err.println(why);
        // Not exit: a worker may be waiting for one that has failed.
        Runtime.getRuntime().halt(1);
    }

    private static final class Fatal implements Thread.UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            thrown.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }
}
