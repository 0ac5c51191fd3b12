package java.lang;

/**
 * What the rewriting tests call before every access, monitor operation and call of the whole JDK. It is patched into
 * {@code java.base}, because the very first classes of the virtual machine call it already.
 *
 * <p>No static initialiser and no call to any other class: both would run code that calls this class again.
 */
public final class RedflagProbe {
    /** Counts without a lock, so it may lose some: the tests ask only whether it is large. */
    public static long hits;

    /** False, which a field is without an initialiser, means that the probe is on. */
    public static boolean off;

    private RedflagProbe() {}

    public static boolean on() {
        return !off;
    }

    public static void hit() {
        hits++;
    }
}
