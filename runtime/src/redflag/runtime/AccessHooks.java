package redflag.runtime;

/** Accesses of the program to its fields and elements. {@link Inside} says what hooks are. */
public final class AccessHooks {
    private AccessHooks() {}

    /** A field is read, of an object, or of a class if it is static, and not in the same epoch. */
    public static void readField(Object state, Object base, int key, int site) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null) {
                Accesses.readField(thread, base, key, site);
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

    /** A field is written, otherwise as {@link #readField}. */
    public static void writeField(Object state, Object base, int key, int site) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null) {
                Accesses.writeField(thread, base, key, site);
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

    /** Inlined code has remembered an access of the site. */
    public static void keepStack(Object state, int site) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null) {
                thread.keepInlinedStack(site);
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

    /**
     * The words of an array's elements: of the element i, the write word is at 2i and the read word at
     * 2i+1. Null if the array is null, or so long that it has none; it is then not checked.
     */
    public static long[] shadow(Object array) {
        try {
            ArrayShadow shadow = array == null ? null : ArrayShadows.of(array);
            return shadow == null ? null : shadow.words;
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
            return null;
        }
    }

    /** What the thread has {@link Seen} of a long array; null if that is not remembered. */
    public static long[] seen(Object state, Object array) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            return thread == null || array == null ? null : Seen.bitsOf(thread, array);
        } catch (Throwable failure) {
            // There is no room, or no stack.
            return null;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** An element is read that the thread has not {@link Seen}; with the words of its array. */
    public static void readUnseen(Object state, Object array, int index, long[] words, int site) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null) {
                Seen.access(thread, array, index, words, Accesses.place(site), false);
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

    /** An element is written, otherwise as {@link #readUnseen}. */
    public static void writeUnseen(Object state, Object array, int index, long[] words, int site) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null) {
                Seen.access(thread, array, index, words, Accesses.place(site), true);
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

    /** An element is read, and not in the same epoch. */
    public static void readElement(Object state, Object array, int index, int site) {
        try {
            readRange(state, array, index, index + 1, site);
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        }
    }

    /** An element is written, and not in the same epoch. */
    public static void writeElement(Object state, Object array, int index, int site) {
        try {
            writeRange(state, array, index, index + 1, site);
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        }
    }

    /** An element is read, and not in the same epoch; with the words of its array. */
    public static void readWord(Object state, Object array, int index, long[] words, int site) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null) {
                Accesses.readElement(thread, array, index, words, site);
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

    /** An element is written, otherwise as {@link #readWord}. */
    public static void writeWord(Object state, Object array, int index, long[] words, int site) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null) {
                Accesses.writeElement(thread, array, index, words, site);
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

    /** Elements are read; those of the range that the array does not have count for nothing. */
    public static void readRange(Object state, Object array, int from, int to, int site) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null && array != null) {
                Accesses.readRange(thread, array, from, to, site);
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

    /** Elements are written, otherwise as {@link #readRange}. */
    public static void writeRange(Object state, Object array, int from, int to, int site) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null && array != null) {
                Accesses.writeRange(thread, array, from, to, site);
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

    /**
     * Two arrays were compared: their elements are read up to the first that differs. If that is
     * another one by now, then someone writes what was read here, and the race is real.
     */
    public static void readEqual(Object state, Object one, Object other, int site, int otherSite) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null && one != null && other != null) {
                int to = Comparison.elementsRead(one, other);
                Accesses.readRange(thread, one, 0, to, site);
                Accesses.readRange(thread, other, 0, to, otherSite);
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

    /** An access happened, whatever else is called for it. */
    public static void counted(Object state, boolean write, boolean element) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
            if (thread != null) {
                thread.figures[write ? Figures.WRITES : Figures.READS]++;
                thread.figures[Figures.ELEMENTS] += element ? 1 : 0;
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
