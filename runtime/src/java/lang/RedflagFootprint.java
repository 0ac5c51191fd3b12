package java.lang;

/**
 * What inlined code knows of a footprint: which elements of an array its thread has accessed at one place.
 *
 * <p>It is of this package because every class loader leaves those to the JVM, so that code of any class can
 * name it. Everything else about footprints is in the runtime's class that extends it.
 *
 * <p>Guard of everything: the thread whose footprint it is.
 */
public class RedflagFootprint {
    /** What is kept where nothing is known: the next access asks again. Has no guard, and never changes. */
    public static final RedflagFootprint NONE = new RedflagFootprint();

    /** What is kept of an array that is not checked: no access asks. Never changes. */
    public static final RedflagFootprint ALL = new RedflagFootprint();

    static {
        ALL.from = 0;
        ALL.next = Integer.MAX_VALUE;
    }

    /** The index that extends the footprint; -1 if inlined code must not extend it. */
    public int next = -1;

    /** How far {@link #next} then moves. */
    public int stride;

    /** All elements from here up to {@link #next} need no check in this epoch; none if it is not smaller. */
    public int from = Integer.MAX_VALUE;

    /** Of an array that has a state for each element, and no footprints: those. Else null. Never changes. */
    public long[] words;

    /** For the runtime. */
    protected RedflagFootprint() {}
}
