package redflag.runtime;

/** Threads: their start, their end, and interruption. {@link Inside} says what hooks are. */
public final class ThreadHooks {
    private ThreadHooks() {}

    /** The thread is about to start another. */
    public static void fork(Object state, Object child) {
        ThreadState thread = null;
        try {
            thread = Inside.enterOrdering(state);
            if (thread != null && ThreadFields.state(child) == null) {
                ThreadState forked = FastTrack.fork(thread, (Thread) child, new Stack());
                if (forked != null) {
                    ThreadFields.setState(child, forked);
                }
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The thread itself does nothing more that anyone could see. */
    public static void end(Object thread) {
        ThreadState ending = null;
        try {
            ThreadState known = ThreadFields.state(thread);
            ending = known == null ? null : Inside.enter(known);
            if (ending != null) {
                FastTrack.end(ending);
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (ending != null) {
                ending.inside = false;
            }
        }
    }

    /** The thread knows that another one, which had been started, has ended. */
    public static void join(Object state, Object other) {
        ThreadState thread = null;
        try {
            thread = Inside.enterOrdering(state);
            if (thread != null) {
                ThreadState ended = ThreadFields.state(other);
                if (ended != null && ended.hasEnded()) {
                    FastTrack.join(thread, ended);
                }
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The answer of {@link Thread#isAlive}, or of another method of that name; returns it. */
    public static boolean afterIsAlive(Object state, Object receiver, boolean alive) {
        try {
            if (!alive && receiver instanceof Thread) {
                join(state, receiver);
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
        return alive;
    }

    /** The answer of {@link Thread#getState}. */
    public static void afterGetState(Object state, Object thread, Object threadState) {
        try {
            if (threadState == Thread.State.TERMINATED) {
                join(state, thread);
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    /** The thread is about to interrupt another. */
    public static void interrupt(Object state, Object other) {
        ThreadState thread = null;
        try {
            thread = Inside.enterOrdering(state);
            if (thread != null) {
                Variable interruption = Variable.of(other, Variable.INTERRUPTION);
                interruption.release(thread, FastTrack.release(thread));
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The thread has learnt that it was interrupted; perhaps out of waiting on a monitor. */
    public static void interrupted(Object state) {
        ThreadState thread = null;
        try {
            // Also while scheduling: that is where sleeping and joining threads learn of it.
            thread = Inside.enter(state);
            if (thread != null) {
                Variable.acquire(thread, thread.thread, Variable.INTERRUPTION);
                Object lock = thread.waitingOn;
                if (lock != null) {
                    thread.waitingOn = null;
                    Variable.acquire(thread, lock, Variable.MONITOR);
                }
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }
}
