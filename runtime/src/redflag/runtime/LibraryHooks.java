package redflag.runtime;

/**
 * What the library does for the program: it reads and writes the program's fields and elements, defines
 * its classes, and shows their members. {@link Inside} says what hooks are.
 */
public final class LibraryHooks {
    private LibraryHooks() {}

    /** What may be a field or an element of the program was read in plain mode, by the library. */
    public static void afterPlainRead(Object state, Object base, long offset) {
        if (IndirectAccesses.any) {
            plain(state, base, offset, false);
        }
    }

    public static void afterPlainWrite(Object state, Object base, long offset) {
        if (IndirectAccesses.any) {
            plain(state, base, offset, true);
        }
    }

    private static void plain(Object state, Object base, long offset, boolean isWrite) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null) {
                IndirectAccesses.access(
                        thread,
                        base,
                        offset,
                        isWrite ? IndirectAccesses.WRITE : IndirectAccesses.READ);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The same for an element by its index. */
    public static void afterElementRead(Object state, Object array, int index) {
        if (IndirectAccesses.any) {
            plainElement(state, array, index, false);
        }
    }

    public static void afterElementWrite(Object state, Object array, int index) {
        if (IndirectAccesses.any) {
            plainElement(state, array, index, true);
        }
    }

    private static void plainElement(Object state, Object array, int index, boolean isWrite) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null) {
                IndirectAccesses.accessElement(thread, array, index, isWrite);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The library was asked for a way to reach a field, or elements of arrays of a class. */
    public static void fieldWanted(Object state, Object member) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null && member != null) {
                IndirectAccesses.want(member);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    public static void elementsWanted(Object state, Object arrayClass) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null && arrayClass != null) {
                IndirectAccesses.wantElements(arrayClass);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** A class is about to be defined; returns what is to be defined instead. */
    public static byte[] defined(Object state, byte[] bytes, int flags) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            return thread == null ? bytes : IndirectAccesses.defined(bytes, flags);
        } catch (Throwable failure) {
            Failures.reason = failure;
            return bytes;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** Those fields or methods that were not added to their class. */
    public static Object[] visible(Object[] members) {
        try {
            return Members.visible(members);
        } catch (Throwable failure) {
            Failures.reason = failure;
            return members;
        }
    }
}
