package redflag.runtime;

/** Stands in for the runtime: writes down what it is told about one object. */
public final class Hooks {
    /** Only this object's monitor is written down; the JDK uses many others. */
    public static Object watched;

    public static final StringBuilder told = new StringBuilder();

    private Hooks() {}

    public static void acquire(Object monitor) {
        if (monitor == watched && Thread.holdsLock(monitor)) {
            told.append(" acquire");
        }
    }

    public static void release(Object monitor) {
        if (monitor == watched && Thread.holdsLock(monitor)) {
            told.append(" release");
        }
    }
}
