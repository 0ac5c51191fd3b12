package applications;

import measured.Measured;

/**
 * What the drivers of all applications share: the same kind of work in every thread, on objects of the application that
 * the threads share. What a driver itself shares between threads is ordered by their start and join.
 */
abstract class Driver implements Measured.Program {
    /** How many pieces of work an iteration has. */
    final int size;

    final int threads;

    Driver(Measured measured) {
        this.size = measured.size;
        this.threads = measured.threads;
    }

    /** Before each iteration, not timed. */
    abstract void begin() throws Exception;

    /** One thread's part of an iteration: usually the pieces {@code worker}, {@code worker + threads} and so on. */
    abstract void work(int worker) throws Exception;

    /** After each iteration, not timed: ends the program when something is wrong. */
    abstract void verify() throws Exception;

    /** After the last iteration: stops what the application has started. */
    void end() throws Exception {}

    final void measure(Measured measured) throws Exception {
        measured.run(this);
        end();
        measured.done();
    }

    @Override
    public final void prepare() {
        unchecked(this::begin);
    }

    @Override
    public final void run() throws InterruptedException {
        Runnable[] workers = new Runnable[threads];
        for (int i = 0; i < threads; i++) {
            int worker = i;
            workers[i] = () -> unchecked(() -> work(worker));
        }
        Measured.inThreads(workers);
    }

    @Override
    public final void check() {
        unchecked(this::verify);
    }

    static void require(String what, Object found, Object expected) {
        if (!found.equals(expected)) {
            Measured.fail(what + ": " + found + ", expected " + expected);
        }
    }

    /** The same of one of many, whose number is put into words only when it is needed. */
    static void require(String what, int which, Object found, Object expected) {
        if (!found.equals(expected)) {
            Measured.fail(what + " " + which + ": " + found + ", expected " + expected);
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    private static void unchecked(Step step) {
        try {
            step.run();
        } catch (RuntimeException thrown) {
            throw thrown;
        } catch (Exception thrown) {
            throw new IllegalStateException(thrown);
        }
    }
}
