package redflag.runtime;

/**
 * How a hook begins. Hooks are what instrumented code calls, through the carrier: the public methods
 * of the classes whose names end in Hooks. Each is an event of the current thread, whose state comes
 * first. Without a state, the thread is seen for the first time.
 *
 * <p>A hook does nothing while its thread is inside of another one, since what the runtime itself uses
 * of the library is instrumented too; nor when the thread has ended. None throws. All are written
 * alike: whether the thread was entered is known from a local variable, and leaving is a store, so that
 * running out of stack anywhere leaves nothing behind. If that loses an event that orders threads, no
 * race is reported any more ({@link Failures}). This is spelt out in each, since there is no stack for
 * a call where it matters.
 */
final class Inside {
    private Inside() {}

    /**
     * The current thread's state, now inside; null if the event counts for nothing. The caller must set
     * {@link ThreadState#inside} to false again if it is not null. After that is set nothing is called.
     */
    static ThreadState enter(Object state) {
        ThreadState thread = state == null ? Threads.adopt() : (ThreadState) state;
        if (thread.inside || thread.hasEnded()) {
            return null;
        }
        if (thread.holdsLocked) {
            unlock(thread);
        }
        thread.inside = true;
        return thread;
    }

    /** The same for events that order threads. */
    static ThreadState enterOrdering(Object state) {
        ThreadState thread = state == null ? Threads.adopt() : (ThreadState) state;
        if (thread.inside || thread.hasEnded()) {
            return null;
        }
        if (thread.holdsLocked) {
            unlock(thread);
        }
        if (thread.suspended != 0) {
            return null;
        }
        thread.figures[Figures.SYNCHRONISATIONS]++;
        thread.inside = true;
        return thread;
    }

    /**
     * The thread has not come to {@link VariableHooks#unlockVariable} after its last {@link VariableHooks#lockVariable}: there was
     * no stack for the call, or the class loader runs in between. As if it had, with an effect; an order
     * too many is better than one too few.
     */
    private static void unlock(ThreadState thread) {
        Variable variable = thread.locked;
        try {
            thread.acquire(variable.released(thread));
            variable.release(thread, thread.release());
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            variable.held = 0;
            thread.holdsLocked = false;
        }
    }
}
