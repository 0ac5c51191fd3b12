package redflag.runtime;

import jdk.internal.misc.Unsafe;

/**
 * Fields and elements by their offsets, for the whole runtime.
 *
 * <p>Variable handles will not do: the classes that implement them are instrumented, and would call
 * back. {@link Unsafe} is not instrumented, and its methods are intrinsics. Everything that the
 * runtime wants of it is here, because JDK 11 has other names for the methods with {@code Reference}
 * in theirs: to run there, {@code Reference} becomes {@code Object} in the names that this class
 * calls, and nothing else changes.
 */
final class Memory {
    /** What {@link #fieldOffset} says of a field that is not there. */
    static final long NONE = -1;

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long REFERENCES = startOf(Object[].class);
    private static final long REFERENCE_SIZE = UNSAFE.arrayIndexScale(Object[].class);

    /** Where arrays of values of that size begin. */
    private static final long LONGS = startOf(long[].class);

    private static final long INTS = startOf(int[].class);
    private static final long SHORTS = startOf(short[].class);
    private static final long BYTES = startOf(byte[].class);

    private Memory() {}

    /** By reflection, because the result is an int up to JDK 24 and a long from then on. */
    private static long startOf(Class<?> arrayClass) {
        try {
            Object offset =
                    Unsafe.class
                            .getMethod("arrayBaseOffset", Class.class)
                            .invoke(UNSAFE, arrayClass);
            return ((Number) offset).longValue();
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /**
     * Where a field is that the class itself declares; for a static field, in the class object. {@link
     * #NONE} if there is none of that name.
     */
    static long fieldOffset(Class<?> declaring, String name) {
        try {
            return UNSAFE.objectFieldOffset(declaring, name);
        } catch (InternalError absent) {
            return NONE;
        }
    }

    /** Of the element of an array that is at an offset. */
    static int index(Object array, long offset) {
        if (array instanceof Object[]) {
            return (int) ((offset - REFERENCES) / REFERENCE_SIZE);
        } else if (array instanceof long[] || array instanceof double[]) {
            return (int) (offset - LONGS >> 3);
        } else if (array instanceof int[] || array instanceof float[]) {
            return (int) (offset - INTS >> 2);
        } else if (array instanceof char[] || array instanceof short[]) {
            return (int) (offset - SHORTS >> 1);
        } else {
            return (int) (offset - BYTES);
        }
    }

    static void initialise(Class<?> type) {
        UNSAFE.ensureClassInitialized(type);
    }

    static int getInt(Object base, long offset) {
        return UNSAFE.getInt(base, offset);
    }

    /** Where an element of an array of longs is. */
    static long elementOffset(int index) {
        return LONGS + 8L * index;
    }

    static boolean compareAndSetLong(Object base, long offset, long expected, long value) {
        return UNSAFE.compareAndSetLong(base, offset, expected, value);
    }

    static long getLongVolatile(Object base, long offset) {
        return UNSAFE.getLongVolatile(base, offset);
    }

    static long getLong(Object base, long offset) {
        return UNSAFE.getLong(base, offset);
    }

    static void putLong(Object base, long offset, long value) {
        UNSAFE.putLong(base, offset, value);
    }

    static long getAndAddLong(Object base, long offset, long delta) {
        return UNSAFE.getAndAddLong(base, offset, delta);
    }

    static boolean compareAndSetInt(Object base, long offset, int expected, int value) {
        return UNSAFE.compareAndSetInt(base, offset, expected, value);
    }

    static Object getReference(Object base, long offset) {
        return UNSAFE.getReference(base, offset);
    }

    static Object getReferenceAcquire(Object base, long offset) {
        return UNSAFE.getReferenceAcquire(base, offset);
    }

    static void putReference(Object base, long offset, Object value) {
        UNSAFE.putReference(base, offset, value);
    }

    static boolean compareAndSetReference(
            Object base, long offset, Object expected, Object value) {
        return UNSAFE.compareAndSetReference(base, offset, expected, value);
    }

    /** An element that others may be storing, with all that was done to its object before. */
    static Object elementAcquire(Object[] array, int index) {
        return UNSAFE.getReferenceAcquire(array, REFERENCES + index * REFERENCE_SIZE);
    }

    /** Stores an element for {@link #elementAcquire}. The type of the array must be right. */
    static void setElementRelease(Object[] array, int index, Object value) {
        UNSAFE.putReferenceRelease(array, REFERENCES + index * REFERENCE_SIZE, value);
    }
}
