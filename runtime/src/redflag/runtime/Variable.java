package redflag.runtime;

/**
 * What has been released into one variable, monitor, or other thing that orders threads: an object
 * and a number, which is an offset into the object or one of the numbers here.
 *
 * <p>Clocks never change, so that releasing is a compare-and-set of the clock, and acquiring a load.
 * The lock is for the program's own compare-and-set operations: between their effect and the release
 * of what they publish nobody must acquire, or would miss it.
 */
final class Variable extends WeakTable.Entry {
    /** The object's monitor. */
    static final long MONITOR = -1;

    /** The interruption of a thread. */
    static final long INTERRUPTION = -2;

    /** That an object is still reachable, for those who learn that it no longer is. */
    static final long REACHABILITY = -3;

    /** Stands for memory outside the heap; the number is its address. */
    private static final Object OFF_HEAP = new Object();

    private static final long HELD = Memory.fieldOffset(Variable.class, "held");
    private static final long CLOCK = Memory.fieldOffset(Variable.class, "clock");
    private static final long FENCED = Memory.fieldOffset(Variable.class, "fenced");

    private static final WeakTable TABLE = new WeakTable();

    /** 1 while a thread compares and sets the variable. Guarded by itself, as in {@link SpinLock}. */
    volatile int held;

    /** Of all that was released by writes. Guarded by itself: changed by compare-and-set, only grows. */
    private volatile VectorClock clock = VectorClock.EMPTY;

    /**
     * Of the release fences before writes that did not release themselves; null if there were none.
     * Guarded by itself, as the other.
     */
    private volatile VectorClock fenced;

    /** Of a monitor: the thread that entered it last, if the filter is on. Guard: the monitor. */
    ThreadState lastHolder;

    private Variable(Object base, long number, int hash) {
        super(base, number, hash);
    }

    @Override
    long weight() {
        return 0;
    }

    /** The variable, or null if nothing was ever released into it. */
    static Variable find(Object base, long number) {
        Object object = base == null ? OFF_HEAP : base;
        return (Variable) TABLE.find(object, number, WeakTable.hash(object, number));
    }

    static Variable of(Object base, long number) {
        Object object = base == null ? OFF_HEAP : base;
        int hash = WeakTable.hash(object, number);
        Variable existing = (Variable) TABLE.find(object, number, hash);
        return existing != null
                ? existing
                : (Variable) TABLE.insert(object, new Variable(object, number, hash));
    }

    /** The same two, for a thread that is likely to have used the variable not long ago. */
    static Variable find(ThreadState thread, Object base, long number) {
        Variable variable = thread.recent.find(base, number);
        if (variable == null) {
            variable = find(base, number);
            if (variable != null) {
                thread.recent.add(base, variable);
            }
        }
        return variable;
    }

    static Variable of(ThreadState thread, Object base, long number) {
        Variable variable = thread.recent.find(base, number);
        if (variable == null) {
            variable = of(base, number);
            thread.recent.add(base, variable);
        }
        return variable;
    }

    /** The thread learns of what was released, if anything was. */
    static void acquire(ThreadState thread, Object base, long number) {
        Variable variable = find(base, number);
        if (variable != null) {
            FastTrack.acquire(thread, variable.released(thread));
            if (Tree.ON && number == MONITOR) {
                Tree.acquired(thread, variable);
            }
        }
    }

    /** Whether it is that of an object. */
    boolean is(Object base, long number) {
        return this.number == number && base != null && get() == base;
    }

    /** How many there are. */
    static long count() {
        return TABLE.size();
    }

    /** Returns true, once this thread holds the variable. */
    boolean lock() {
        while (!Memory.compareAndSetInt(this, HELD, 0, 1)) {
            while (held != 0) {
                Thread.onSpinWait();
            }
        }
        return true;
    }

    /** What was released, by writes and by fences before writes. */
    VectorClock released(ThreadState thread) {
        while (held != 0 && !thread.holds(this)) {
            Thread.onSpinWait();
        }
        VectorClock fences = fenced;
        return fences == null ? clock : clock.join(fences);
    }

    /** What the thread has {@link ThreadState#release() just released}. */
    void release(ThreadState thread, VectorClock released) {
        VectorClock old = clock;
        if (old == released) {
            return;
        }
        if (!thread.mayReplace(old, released)
                || !Memory.compareAndSetReference(this, CLOCK, old, released)) {
            join(CLOCK, released);
        }
    }

    void releaseFence(VectorClock released) {
        join(FENCED, released);
    }

    private void join(long field, VectorClock released) {
        while (true) {
            VectorClock old = (VectorClock) Memory.getReferenceAcquire(this, field);
            VectorClock joined = old == null ? released : old.join(released);
            if (joined == old || Memory.compareAndSetReference(this, field, old, joined)) {
                return;
            }
        }
    }
}
