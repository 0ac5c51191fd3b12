package harness;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Makes the order of a fixture's accesses the same in every run, without ordering them in the Java Memory Model.
 *
 * <p>Threads meet only in opaque reads and writes. These are no data accesses and order nothing else, so a detector
 * needs no special case for this class. For the same reason nothing here allocates, locks, prints or loads a class
 * between two steps: the JDK would synchronise inside, and an order that comes from there would hide races.
 */
public final class Schedule {
    private static final int STEPS = 64;
    private static final long LIMIT_NANOS = 10_000_000_000L;

    private static final VarHandle STEP = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int[] announced = new int[STEPS];

    private Schedule() {}

    /** What a thread does, with whatever it throws. */
    public interface Body {
        void run() throws Throwable;
    }

    /**
     * The first statement of every main method. What happens here once, class initialisation and the linking of both
     * VarHandle calls, would otherwise happen in a thread of the fixture and order it with the next one.
     */
    public static void begin() {
        Thread.setDefaultUncaughtExceptionHandler(new Loudly());
        step(0);
        await(0);
        expect(reached(0));
    }

    /** Announces a step. A step is announced once, and by one thread. */
    public static void step(int step) {
        STEP.setOpaque(announced, step, 1);
    }

    /** Returns when a step has been announced; the program fails when that takes too long. */
    public static void await(int step) {
        long start = System.nanoTime();
        while (!reached(step)) {
            if (System.nanoTime() - start > LIMIT_NANOS) {
                fail(99, "step " + step + " was never announced");
            }
            Thread.onSpinWait();
        }
    }

    /** Whether a step has been announced. */
    public static boolean reached(int step) {
        return (int) STEP.getOpaque(announced, step) == 1;
    }

    /** Collects garbage until a step that depends on it has been announced. */
    public static void collectUntil(int step) {
        long start = System.nanoTime();
        while (!reached(step)) {
            if (System.nanoTime() - start > LIMIT_NANOS) {
                fail(99, "step " + step + " did not follow a garbage collection");
            }
            System.gc();
        }
    }

    /** A thread whose body may throw. */
    public static Thread thread(Body body) {
        return new Thread(new Throwing(body));
    }

    /** Fails the program when it did not do what its accesses are meant to show. */
    public static void expect(boolean holds) {
        if (!holds) {
            fail(98, "the program did not do what it is meant to show");
        }
    }

    private static void fail(int status, String why) {
        new Error(why).printStackTrace();
        Runtime.getRuntime().halt(status);
    }

    private static final class Throwing implements Runnable {
        private final Body body;

        Throwing(Body body) {
            this.body = body;
        }

        @Override
        public void run() {
            try {
                body.run();
            } catch (Throwable thrown) {
                throw new Error(thrown);
            }
        }
    }

    /** A thread that dies takes the program with it, which would otherwise end as if all had gone well. */
    private static final class Loudly implements Thread.UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            thrown.printStackTrace();
            Runtime.getRuntime().halt(97);
        }
    }
}
