package redflag.runtime;

/**
 * What went wrong inside the detector and was kept from the program: the stack or the heap was
 * full.
 *
 * <p>Those who catch write here directly instead of calling a method, which would need the stack
 * that there is not.
 */
final class Failures {
    /**
     * How many checks, or slots for threads, were lost. No guard: exact only while one thread fails
     * at a time.
     */
    static volatile long lostChecks;

    /**
     * Whether some thread's synchronisation was lost, now or earlier. From then on an access can look
     * unordered that is not, in any thread, so no race is reported any more. No guard: it only ever
     * becomes true.
     */
    static volatile boolean lostOrder;

    /** One of the reasons, for the report. No guard: any of several will do. */
    static volatile Throwable reason;

    private Failures() {}
}
