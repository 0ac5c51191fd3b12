package redflag.runtime;

import java.lang.reflect.Member;
import java.lang.reflect.Modifier;

/**
 * Accesses to plain fields and to elements that no instruction of the program names: those made through
 * variable handles, method handles, reflection and {@code Unsafe}, which say where by base and offset.
 *
 * <p>A field counts from when someone asked the library for a way to reach it; elements count if their
 * array has a shadow, which it has when code of the program accessed it. Accesses in a mode that is not
 * plain are <em>atomic</em>. They order threads, which is not seen to here, and race with plain
 * accesses but not with each other.
 *
 * <p>Differs from FastTrack: of a location, one atomic access may push out another that is unordered with
 * it. A plain access that is ordered with the later one only is then not reported.
 *
 * <p>A thread's plain accesses must not hide behind its atomic ones in the same epoch. So an atomic access
 * that is remembered ends its epoch.
 */
final class IndirectAccesses {
    /** Whether there is anything to look for. No guard: threads may learn of it when they like. */
    static boolean any;

    /** Kinds of accesses: of three bits, the first says that it writes, the next that it is atomic. */
    static final int READ = 0;

    static final int WRITE = 1;
    static final int ATOMIC_READ = 2;
    static final int ATOMIC_WRITE = 3;

    /** In one step with another read or write, which it failed to do or did. */
    static final int FAILED_UPDATE = 6;

    static final int ATOMIC_UPDATE = 7;

    private static final int FIELD_MODIFIERS = Modifier.FINAL | Modifier.VOLATILE;

    /** Of the flags with which a class is defined. */
    private static final int HIDDEN = 2;

    /** Fields by class and {@link #number}. */
    private static final WeakTable TABLE = new WeakTable();

    private static final SpinLock LOCK = new SpinLock();

    /** How often a field became known. Guard: LOCK; read without it. */
    private static volatile int generation;

    /** A bit for each kind of array whose elements are reached. Guard: LOCK; read without it. */
    private static volatile int kinds;

    private IndirectAccesses() {}

    /** Someone wants to reach a field. Runs library code: only while the thread's hooks do nothing. */
    static void want(Object wanted) {
        Member field = (Member) wanted;
        Class<?> declaring = field.getDeclaringClass();
        int modifiers = field.getModifiers();
        if ((modifiers & FIELD_MODIFIERS) != 0 || declaring.getClassLoader() == null) {
            return;
        }
        long first = Memory.fieldOffset(declaring, "$redflag$key");
        if (first == Memory.NONE) {
            return;
        }
        int key = Agent.key(Memory.getInt(declaring, first), field.getName());
        Field known = key < 0 ? null : Fields.in(key, declaring);
        if (known == null || !known.hasWords()) {
            return;
        }
        boolean isStatic = Modifier.isStatic(modifiers);
        long number = number(known.offset, isStatic);
        Known entry = new Known(declaring, number, WeakTable.hash(declaring, number));
        ((Known) TABLE.insert(declaring, entry)).key = key;
        boolean locked = false;
        try {
            locked = LOCK.lock();
            generation++;
        } finally {
            if (locked) {
                LOCK.held = 0;
            }
        }
        any = true;
    }

    /** Someone wants to reach elements of arrays of a class. Runs library code, as {@link #want}. */
    static void wantElements(Object arrayClass) {
        int kind = kind(((Class<?>) arrayClass).getComponentType());
        if (kind < 0 || (kinds >>> kind & 1) != 0 || !new Stack().isOfProgram()) {
            return;
        }
        boolean locked = false;
        try {
            locked = LOCK.lock();
            kinds |= 1 << kind;
        } finally {
            if (locked) {
                LOCK.held = 0;
            }
        }
        any = true;
    }

    static byte[] defined(byte[] bytes, int flags) {
        byte[] changed = (flags & HIDDEN) == 0 || bytes == null ? null : Agent.transform(bytes);
        return changed == null ? bytes : changed;
    }

    /** Whether accesses to what is there are checked. */
    static boolean isData(Object base, long offset) {
        if (base == null) {
            return false;
        }
        Class<?> type = base.getClass();
        if (type.isArray()) {
            return isReached(type) && ArrayShadows.find(base) != null;
        }
        return keyOf(base, offset) >= 0;
    }

    /** An access has happened, or is about to happen. */
    static void access(ThreadState thread, Object base, long offset, int kind) {
        int races = check(thread, base, offset, kind);
        if (races != 0) {
            report(thread, races, base, offset, kind);
        }
    }

    /** An element was accessed in plain mode. */
    static void accessElement(ThreadState thread, Object array, int index, boolean isWrite) {
        if (array == null || !isReached(array.getClass())) {
            return;
        }
        int kind = isWrite ? WRITE : READ;
        int races = checkElement(thread, array, index, kind);
        if (races != 0) {
            int site = IndirectSites.look(Reporter.ARRAY, kind);
            Accesses.tell(thread, races, Reporter.ARRAY, array, index, site, isWrite);
        }
    }

    /** An update is about to happen, whose variable will be locked. Throws nothing. */
    static void prepareUpdate(ThreadState thread, Object base, long offset) {
        thread.updateSite = Agent.NONE;
        try {
            if (isData(base, offset)) {
                int key = base.getClass().isArray() ? Reporter.ARRAY : keyOf(base, offset);
                thread.updateSite = site(thread, key, ATOMIC_UPDATE);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        }
    }

    /** It has happened, and nobody knows yet. How many races it is in; throws nothing. */
    static int checkUpdate(ThreadState thread, Object base, long offset) {
        return thread.updateSite == Agent.NONE ? 0 : check(thread, base, offset, ATOMIC_UPDATE);
    }

    static void reportUpdate(ThreadState thread, int races, Object base, long offset) {
        report(thread, races, base, offset, ATOMIC_UPDATE);
    }

    /** All that an access means but its report: how many races it is in. Throws nothing. */
    private static int check(ThreadState thread, Object base, long offset, int kind) {
        try {
            if (base == null) {
                return 0;
            }
            Class<?> type = base.getClass();
            if (type.isArray()) {
                return isReached(type)
                        ? checkElement(thread, base, Memory.index(base, offset), kind)
                        : 0;
            }
            int key = keyOf(base, offset);
            if (key < 0) {
                return 0;
            }
            int hash = Accesses.hash(base, key);
            return check(thread, Fields.WORDS, base, key, hash, key, kind, null);
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
            return 0;
        }
    }

    /** The report of the last access of the thread, which was in races; throws nothing. */
    private static void report(
            ThreadState thread, int races, Object base, long offset, int kind) {
        try {
            boolean isArray = base.getClass().isArray();
            int key = isArray ? Reporter.ARRAY : keyOf(base, offset);
            int site = IndirectSites.look(key, kind);
            if (site != Agent.NONE) {
                long index = isArray ? Memory.index(base, offset) : 0;
                Accesses.tell(thread, races, key, base, index, site, isWrite(kind));
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        }
    }

    private static int checkElement(ThreadState thread, Object array, int index, int kind) {
        ArrayShadow shadow = ArrayShadows.find(array);
        if (shadow == null || index < 0 || index >= shadow.length()) {
            return 0;
        }
        int hash = Accesses.elementHash(array, index);
        int key = Reporter.ARRAY;
        return check(thread, ArrayShadow.WORDS, shadow, index, hash, key, kind, array);
    }

    private static int check(
            ThreadState thread,
            Words words,
            Object base,
            long at,
            int hash,
            int key,
            int kind,
            Object array) {
        boolean isWrite = isWrite(kind);
        boolean isAtomic = isAtomic(kind);
        if (isKnown(thread, words, base, at, isWrite, isAtomic)) {
            return 0;
        }
        int site = kind == ATOMIC_UPDATE ? thread.updateSite : site(thread, key, kind);
        if (site == Agent.NONE || site == 0 && isAtomic) {
            return 0;
        }
        if (isAtomic) {
            AtomicSites.add(site);
        }
        thread.figures[isWrite ? Figures.SLOW_WRITES : Figures.SLOW_READS]++;
        int races =
                isWrite
                        ? FastTrack.onWrite(thread, words, base, at, hash, site)
                        : FastTrack.onRead(thread, words, base, at, hash, site);
        thread.keepStack(site);
        if (array != null) {
            thread.keepTaken(array, (int) at, site, isWrite);
        }
        if (isAtomic) {
            thread.endEpoch();
        }
        return races;
    }

    /**
     * Whether the thread has made such an access already and has published nothing since, so that both
     * stand in the same order to everyone else.
     */
    private static boolean isKnown(
            ThreadState thread,
            Words words,
            Object base,
            long at,
            boolean isWrite,
            boolean isAtomic) {
        long word = isWrite ? words.write(base, at) : words.read(base, at);
        if (!Epoch.isShared(word)) {
            return thread.isUnpublished(word)
                    && (isAtomic || !AtomicSites.contains(Epoch.site(word)));
        }
        ReadShared shared = isAtomic ? words.shared(base, at) : null;
        return shared != null && thread.isUnpublishedIn(shared);
    }

    private static int site(ThreadState thread, int key, int kind) {
        if (thread.indirectSites == null) {
            thread.indirectSites = new IndirectSites();
        }
        return thread.indirectSites.site(key, kind);
    }

    static boolean isWrite(int kind) {
        return (kind & 1) != 0;
    }

    static boolean isAtomic(int kind) {
        return (kind & 2) != 0;
    }

    /** The key of the field that is there; negative if it is none that counts. */
    private static int keyOf(Object base, long offset) {
        boolean isStatic = base instanceof Class;
        Class<?> type = isStatic ? (Class<?>) base : base.getClass();
        long number = number(offset, isStatic);
        Known known = (Known) TABLE.find(type, number, WeakTable.hash(type, number));
        return known != null && (known.key >= 0 || known.asOf == generation)
                ? known.key
                : lookUp(type, number, isStatic);
    }

    /** Fields are known by the class that declares them: remembers the answer for a subclass. */
    private static int lookUp(Class<?> type, long number, boolean isStatic) {
        int asOf = generation;
        int key = -1;
        Class<?> above = isStatic ? null : type.getSuperclass();
        while (above != null && key < 0) {
            Known known = (Known) TABLE.find(above, number, WeakTable.hash(above, number));
            key = known == null ? -1 : known.key;
            above = above.getSuperclass();
        }
        Known entry = new Known(type, number, WeakTable.hash(type, number));
        Known inserted = (Known) TABLE.insert(type, entry);
        if (key >= 0) {
            inserted.key = key;
        }
        inserted.asOf = asOf;
        return inserted.key;
    }

    /** Objects and class objects count their offsets separately. */
    private static long number(long offset, boolean isStatic) {
        return offset << 1 | (isStatic ? 1 : 0);
    }

    private static boolean isReached(Class<?> arrayType) {
        int reached = kinds;
        return reached != 0 && (reached >>> kind(arrayType.getComponentType()) & 1) != 0;
    }

    private static int kind(Class<?> component) {
        if (component == null) {
            return -1;
        } else if (!component.isPrimitive()) {
            return 0;
        } else if (component == int.class) {
            return 1;
        } else if (component == long.class) {
            return 2;
        } else if (component == byte.class) {
            return 3;
        } else if (component == boolean.class) {
            return 4;
        } else if (component == char.class) {
            return 5;
        } else if (component == short.class) {
            return 6;
        } else {
            return component == float.class ? 7 : 8;
        }
    }

    /** What is known of a class and a number: a field, or none as of some generation. */
    private static final class Known extends WeakTable.Entry {
        /** Negative if it is no field. No guard: only ever set to the one key that is right. */
        volatile int key = -1;

        /** No guard: one that is too old does no harm. */
        volatile int asOf = -1;

        Known(Object type, long number, int hash) {
            super(type, number, hash);
        }

        @Override
        long weight() {
            return 0;
        }
    }
}
