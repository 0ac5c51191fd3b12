package redflag.runtime;

import java.lang.ref.SoftReference;

/**
 * The shadow of each array, made on demand.
 *
 * <p>Shadows are several times as large as their arrays, and those of dead arrays stay until the table
 * is swept. So that the program does not run out of memory for that, large ones are only softly
 * reachable: when memory runs short they go, even those of living arrays, which then start anew. Races
 * may be missed then; none is invented. Arrays so long that their shadow would take a large part of the
 * heap have none.
 */
final class ArrayShadows {
    /** No shadow could be longer. */
    private static final int MAX_LENGTH = (1 << 30) - 8;

    /** From this length on, a shadow is softly reachable. */
    private static final int LARGE = 1024;

    private static final WeakTable TABLE = new WeakTable();

    /** The longest array that has a shadow. Written at start-up only. */
    private static int longest = MAX_LENGTH;

    /** How many arrays have none. No guard: exact only while one thread makes one at a time. */
    private static long without;

    private ArrayShadows() {}

    /** Of an array; null if it is too long. */
    static ArrayShadow of(Object array) {
        int hash = WeakTable.hash(array, 0);
        Shadowed shadowed = (Shadowed) TABLE.find(array, 0, hash);
        ArrayShadow shadow = shadowed == null ? null : shadowed.shadow();
        return shadow != null ? shadow : make(array, hash, shadowed);
    }

    /** What stands for an array, which then has a shadow; null if it is too long, or if there is no room. */
    static Shadowed shadowed(Object array) {
        int hash = WeakTable.hash(array, 0);
        Shadowed shadowed = (Shadowed) TABLE.find(array, 0, hash);
        if (shadowed == null || shadowed.shadow() == null) {
            boolean isMade = make(array, hash, shadowed) != null;
            shadowed = isMade ? (Shadowed) TABLE.find(array, 0, hash) : null;
        }
        return shadowed;
    }

    /** What stands for an array, with a compressed shadow if it is new and long enough. */
    static Shadowed compressed(Object array) {
        int hash = WeakTable.hash(array, 0);
        Shadowed shadowed = (Shadowed) TABLE.find(array, 0, hash);
        if (shadowed != null) {
            return shadowed;
        }
        int length = length(array);
        Shadowed made = new Shadowed(array, hash, length, length > longest);
        if (length >= ArrayModes.threshold) {
            made.kept = new ArrayModes(made, length, hash);
        }
        Shadowed inserted = (Shadowed) TABLE.insert(array, made);
        if (inserted == made && made.modes() != null) {
            figure(Figures.COARSE, 1);
        }
        return inserted;
    }

    /** What stands for an array that has a shadow, or null. */
    static WeakTable.Entry entry(Object array) {
        return TABLE.find(array, 0, WeakTable.hash(array, 0));
    }

    /** Of what stands for an array; null if it has none. */
    static ArrayShadow in(WeakTable.Entry entry) {
        return ((Shadowed) entry).shadow();
    }

    /** Of an array; null if it has none. */
    static ArrayShadow find(Object array) {
        Shadowed shadowed = (Shadowed) TABLE.find(array, 0, WeakTable.hash(array, 0));
        return shadowed == null ? null : shadowed.shadow();
    }

    /** No shadow takes more than a part of this much memory, in bytes. */
    static void limitTo(long memory) {
        // Two longs for each element, in a quarter of it.
        longest = (int) Math.min(memory / 4 / 16, MAX_LENGTH);
    }

    /** How many arrays have a shadow, dead ones among them. */
    static long count() {
        return TABLE.size();
    }

    /** How many arrays were too long for one, or found no room for it. */
    static long without() {
        return without;
    }

    private static ArrayShadow make(Object array, int hash, Shadowed existing) {
        if (existing != null && existing.isTooLong) {
            return null;
        }
        int length = length(array);
        boolean isTooLong = length > longest;
        Shadowed shadowed =
                existing != null
                        ? existing
                        : (Shadowed)
                                TABLE.insert(array, new Shadowed(array, hash, length, isTooLong));
        if (isTooLong) {
            without += existing == null ? 1 : 0;
            return null;
        }
        return shadowed.make(length);
    }

    private static void figure(int figure, int by) {
        ThreadState thread = ThreadFields.state(Thread.currentThread());
        if (thread != null) {
            thread.figures[figure] += by;
        }
    }

    private static ArrayShadow allocate(int length) {
        try {
            return new ArrayShadow(length, ThreadFields.unaccessed());
        } catch (OutOfMemoryError full) {
            return null;
        }
    }

    static int length(Object array) {
        if (array instanceof Object[]) {
            return ((Object[]) array).length;
        } else if (array instanceof int[]) {
            return ((int[]) array).length;
        } else if (array instanceof byte[]) {
            return ((byte[]) array).length;
        } else if (array instanceof long[]) {
            return ((long[]) array).length;
        } else if (array instanceof double[]) {
            return ((double[]) array).length;
        } else if (array instanceof char[]) {
            return ((char[]) array).length;
        } else if (array instanceof float[]) {
            return ((float[]) array).length;
        } else if (array instanceof boolean[]) {
            return ((boolean[]) array).length;
        } else {
            return ((short[]) array).length;
        }
    }

    /** What stands for one array. */
    static final class Shadowed extends WeakTable.Entry {
        private static final long KEPT = Memory.fieldOffset(Shadowed.class, "kept");

        final boolean isTooLong;
        final int length;
        private final int weight;

        /** Whether there was once no room for a shadow. No guard: for figures only. */
        private boolean isRefused;

        /**
         * An {@link ArrayShadow}, or a soft reference to one, or {@link ArrayModes}; null before it is made,
         * or if there was no room for it. Guarded by itself: changed by compare-and-set.
         */
        private volatile Object kept;

        Shadowed(Object array, int hash, int length, boolean isTooLong) {
            super(array, 0, hash);
            this.isTooLong = isTooLong;
            this.length = length;
            this.weight = isTooLong ? 0 : 2 * length + 8;
        }

        /** FINE from now on, if it was compressed; null if it is not made or there is no room for it. */
        ArrayShadow shadow() {
            Object now = kept;
            return now instanceof ArrayModes ? fine((ArrayModes) now) : shadow(now);
        }

        /** Null if the array is not FINE, or not checked. */
        ArrayShadow fine() {
            Object now = kept;
            return now instanceof ArrayModes ? null : shadow(now);
        }

        /** Null if the array is FINE, or not checked. */
        ArrayModes modes() {
            Object now = kept;
            return now instanceof ArrayModes ? (ArrayModes) now : null;
        }

        /** Whether there is a shadow, compressed or not. */
        boolean isMade() {
            Object now = kept;
            return now instanceof ArrayModes || shadow(now) != null;
        }

        /** Whether the array has a state for each element, and is long enough for other modes. */
        boolean isLongAndFine() {
            Object now = kept;
            return now != null && !(now instanceof ArrayModes) && length >= ArrayModes.threshold;
        }

        /** The FINE shadow that will replace the compressed one; null if there is no room for it. */
        ArrayShadow makeFine() {
            ArrayShadow fine = null;
            if (!isTooLong) {
                try {
                    fine = new ArrayShadow(length, 0);
                } catch (OutOfMemoryError full) {
                    fine = null;
                }
            }
            if (fine == null) {
                without += isRefused ? 0 : 1;
                isRefused = true;
            }
            return fine;
        }

        /** Guard: the compressed one. */
        void replace(ArrayModes modes, ArrayShadow fine) {
            Object keep = fine == null || length < LARGE ? fine : new Soft(fine);
            Memory.compareAndSetReference(this, KEPT, modes, keep);
        }

        private ArrayShadow fine(ArrayModes modes) {
            ThreadState thread = ThreadFields.state(Thread.currentThread());
            boolean locked = false;
            try {
                locked = modes.lock();
                modes.becomeFine(thread);
            } finally {
                if (locked) {
                    modes.held = 0;
                }
            }
            return shadow(kept);
        }

        ArrayShadow make(int length) {
            ArrayShadow made = allocate(length);
            if (made == null) {
                without += isRefused ? 0 : 1;
                isRefused = true;
                return null;
            }
            Object keep = length < LARGE ? made : new Soft(made);
            while (true) {
                Object before = kept;
                ArrayShadow shadow = shadow(before);
                if (shadow != null) {
                    return shadow;
                }
                if (Memory.compareAndSetReference(this, KEPT, before, keep)) {
                    return made;
                }
            }
        }

        @Override
        long weight() {
            return weight;
        }

        private static ArrayShadow shadow(Object kept) {
            return kept instanceof Soft ? ((Soft) kept).get() : (ArrayShadow) kept;
        }
    }

    private static final class Soft extends SoftReference<ArrayShadow> {
        Soft(ArrayShadow shadow) {
            super(shadow);
        }
    }
}
