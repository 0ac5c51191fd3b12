package redflag.runtime;

/** Monitors, waiting on them, and which locks a thread holds. {@link Inside} says what hooks are. */
public final class MonitorHooks {
    private MonitorHooks() {}

    /** The thread has entered the monitor. */
    public static void acquireMonitor(Object state, Object lock) {
        ThreadState thread = null;
        try {
            thread = Inside.enterOrdering(state);
            if (thread != null) {
                Variable monitor = Variable.find(thread, lock, Variable.MONITOR);
                if (monitor != null) {
                    FastTrack.acquire(thread, monitor.released(thread));
                    if (Tree.ON) {
                        Tree.acquired(thread, monitor);
                    }
                }
                thread.locks.push(lock, monitor);
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

    /** The thread is about to leave the monitor. */
    public static void releaseMonitor(Object state, Object lock) {
        ThreadState thread = null;
        try {
            thread = Inside.enterOrdering(state);
            if (thread != null) {
                Variable monitor = thread.locks.pop(lock);
                if (monitor == null) {
                    monitor = Variable.of(thread, lock, Variable.MONITOR);
                }
                if (Tree.ON) {
                    thread.context.releasing = monitor;
                }
                monitor.release(thread, FastTrack.release(thread));
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

    /** The thread is about to wait: as long as it does it has left the monitor. */
    public static void beforeWait(Object state, Object lock) {
        ThreadState thread = null;
        try {
            thread = Inside.enterOrdering(state);
            if (thread != null) {
                thread.waitingOn = lock;
                Variable.of(thread, lock, Variable.MONITOR).release(thread, FastTrack.release(thread));
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

    /** The thread has waited, and has entered the monitor again. */
    public static void afterWait(Object state, Object lock) {
        ThreadState thread = null;
        try {
            thread = Inside.enterOrdering(state);
            if (thread != null) {
                thread.waitingOn = null;
                Variable.acquire(thread, lock, Variable.MONITOR);
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

    /** For reports: the thread took a lock of the library. */
    public static void lockTaken(Object state, Object lock) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null) {
                thread.locks.push(lock, null);
            }
        } catch (Throwable failure) {
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** For reports: the thread is about to give it back. */
    public static void lockGiven(Object state, Object lock) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null) {
                thread.locks.pop(lock);
            }
        } catch (Throwable failure) {
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }
}
