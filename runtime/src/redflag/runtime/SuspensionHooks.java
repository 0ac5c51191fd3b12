package redflag.runtime;

/**
 * Where the JVM and the library synchronise for their own ends, and order nothing that the program may
 * rely on. {@link Inside} says what hooks are.
 */
public final class SuspensionHooks {
    private SuspensionHooks() {}

    /** What the thread does from here on orders nothing, until as many calls of {@link #resume}. */
    public static void suspend(Object state) {
        try {
            suspend(state, 1);
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    public static void resume(Object state) {
        try {
            suspend(state, -1);
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    /** What is thrown here is caught by those who call it, as they must if there is no stack for that. */
    private static void suspend(Object state, int more) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null) {
                thread.suspended = Math.max(0, thread.suspended + more);
            }
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /**
     * Code of the program is about to be called from where threads are not ordered: it orders them. How
     * often the thread was suspended, for {@link #suspendAgain}; null if it was not.
     */
    public static Object resumeAll(Object state) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null) {
                int times = thread.suspended;
                thread.suspended = 0;
                return times == 0 ? null : Integer.valueOf(times);
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
        return null;
    }

    public static void suspendAgain(Object state, Object times) {
        try {
            if (times != null) {
                suspend(state, ((Integer) times).intValue());
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }
}
