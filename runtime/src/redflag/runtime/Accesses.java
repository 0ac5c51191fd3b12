package redflag.runtime;

/**
 * Accesses to fields and elements that the inlined test did not settle: the rules, what final fields
 * excuse, and the report.
 */
final class Accesses {
    private Accesses() {}

    static void readField(ThreadState thread, Object base, int key, int site) {
        Field field = base == null ? null : Fields.get(key, base);
        if (field == null || !field.hasWords()) {
            return;
        }
        int place = place(site);
        int outcome = Exclusive.read(thread, base, field.write, field.read, place);
        if (outcome != Exclusive.UNSETTLED) {
            thread.keepStack(place);
        }
        if (outcome == Exclusive.SETTLED) {
            return;
        }
        thread.figures[Figures.SLOW_READS]++;
        int hash = hash(base, key);
        boolean again = outcome == Exclusive.DISTURBED;
        int races = FastTrack.onRead(thread, Fields.WORDS, base, key, hash, place, again);
        if (races != 0) {
            VectorClock frozen = frozen(thread, base);
            if (frozen == null) {
                report(thread, races, key, base, 0, place, false);
            } else if (field.isReference) {
                Frozen.mark(Memory.getReference(base, field.offset), frozen);
            }
        }
        thread.keepStack(place);
    }

    static void writeField(ThreadState thread, Object base, int key, int site) {
        Field field = base == null ? null : Fields.get(key, base);
        if (field == null || !field.hasWords()) {
            return;
        }
        int place = place(site);
        int outcome = Exclusive.write(thread, base, field.write, field.read, place);
        if (outcome != Exclusive.UNSETTLED) {
            thread.keepStack(place);
        }
        if (outcome == Exclusive.SETTLED) {
            return;
        }
        thread.figures[Figures.SLOW_WRITES]++;
        int hash = hash(base, key);
        boolean again = outcome == Exclusive.DISTURBED;
        int races = FastTrack.onWrite(thread, Fields.WORDS, base, key, hash, place, again);
        if (races != 0) {
            report(thread, races, key, base, 0, place, true);
        }
        thread.keepStack(place);
    }

    /** An element, with the words of its array at hand. */
    static void readElement(
            ThreadState thread, Object array, int index, long[] words, int site) {
        readElement(thread, array, index, words, Deferred.of(array, words), site);
    }

    /** The same, with what may be {@link Deferred} of the array. */
    static void readElement(
            ThreadState thread,
            Object array,
            int index,
            long[] words,
            Deferred deferred,
            int site) {
        int outcome = Exclusive.readElement(thread, deferred, index, words, site);
        if (outcome != Exclusive.UNSETTLED) {
            thread.keepStack(site);
        }
        if (outcome == Exclusive.SETTLED) {
            thread.keepTaken(array, index, site, false);
            return;
        }
        ArrayShadow shadow = ArrayShadows.of(array);
        if (shadow != null) {
            boolean again = outcome == Exclusive.DISTURBED;
            readElement(thread, array, shadow, index, place(site), again);
            if (again) {
                thread.noteTaken(array, index, place(site), false);
            }
        }
    }

    static void writeElement(
            ThreadState thread, Object array, int index, long[] words, int site) {
        writeElement(thread, array, index, words, Deferred.of(array, words), site);
    }

    /** The same, with what may be {@link Deferred} of the array. */
    static void writeElement(
            ThreadState thread,
            Object array,
            int index,
            long[] words,
            Deferred deferred,
            int site) {
        int outcome = Exclusive.writeElement(thread, deferred, index, words, site);
        if (outcome != Exclusive.UNSETTLED) {
            thread.keepStack(site);
        }
        if (outcome == Exclusive.SETTLED) {
            thread.keepTaken(array, index, site, true);
            return;
        }
        ArrayShadow shadow = ArrayShadows.of(array);
        if (shadow != null) {
            boolean again = outcome == Exclusive.DISTURBED;
            writeElement(thread, array, shadow, index, place(site), again);
            if (again) {
                thread.noteTaken(array, index, place(site), true);
            }
        }
    }

    static void readRange(ThreadState thread, Object array, int from, int to, int site) {
        if (Options.compressArrays
                && Footprints.accessRange(thread, array, from, to, place(site), false)) {
            return;
        }
        ArrayShadow shadow = ArrayShadows.of(array);
        if (shadow == null) {
            return;
        }
        int place = place(site);
        if (Rules.COUNTED && from + 1 == to && Seen.settles(thread, array, from, place, false)) {
            return;
        }
        int end = Math.min(to, shadow.length());
        for (int i = Math.max(from, 0); i < end; i++) {
            if (Rules.COUNTED || !Epoch.same(shadow.words[2 * i + 1], thread.epoch)) {
                readElement(thread, array, shadow, i, place, false);
            }
        }
    }

    static void writeRange(ThreadState thread, Object array, int from, int to, int site) {
        if (Options.compressArrays
                && Footprints.accessRange(thread, array, from, to, place(site), true)) {
            return;
        }
        ArrayShadow shadow = ArrayShadows.of(array);
        if (shadow == null) {
            return;
        }
        int place = place(site);
        if (Rules.COUNTED && from + 1 == to && Seen.settles(thread, array, from, place, true)) {
            return;
        }
        int end = Math.min(to, shadow.length());
        for (int i = Math.max(from, 0); i < end; i++) {
            if (Rules.COUNTED || !Epoch.same(shadow.words[2 * i], thread.epoch)) {
                writeElement(thread, array, shadow, i, place, false);
            }
        }
    }

    /** {@code again} as in {@link FastTrack#onRead}. */
    static void readElement(
            ThreadState thread,
            Object array,
            ArrayShadow shadow,
            int index,
            int site,
            boolean again) {
        thread.figures[Figures.SLOW_READS]++;
        int hash = elementHash(array, index);
        int races = FastTrack.onRead(thread, ArrayShadow.WORDS, shadow, index, hash, site, again);
        if (races != 0) {
            VectorClock frozen = frozen(thread, array);
            if (frozen == null) {
                report(thread, races, Reporter.ARRAY, array, index, site, false);
            } else if (array instanceof Object[]) {
                Frozen.mark(((Object[]) array)[index], frozen);
            }
        }
        if (!again) {
            thread.keepStack(site);
            thread.keepTaken(array, index, site, false);
        }
    }

    static void writeElement(
            ThreadState thread,
            Object array,
            ArrayShadow shadow,
            int index,
            int site,
            boolean again) {
        thread.figures[Figures.SLOW_WRITES]++;
        int hash = elementHash(array, index);
        int races = FastTrack.onWrite(thread, ArrayShadow.WORDS, shadow, index, hash, site, again);
        if (races != 0) {
            report(thread, races, Reporter.ARRAY, array, index, site, true);
        }
        if (!again) {
            thread.keepStack(site);
            thread.keepTaken(array, index, site, true);
        }
    }

    /**
     * The last access of a thread, made through the library, was in races: of the object, class or array
     * with an element of that index.
     */
    static void tell(
            ThreadState thread,
            int races,
            int key,
            Object base,
            long index,
            int site,
            boolean isWrite) {
        boolean isArray = key == Reporter.ARRAY;
        VectorClock frozen = isWrite ? null : frozen(thread, base);
        if (frozen == null) {
            report(thread, races, key, base, index, site, isWrite);
        } else if (isArray && base instanceof Object[]) {
            Frozen.mark(((Object[]) base)[(int) index], frozen);
        } else if (!isArray && Fields.get(key, base).isReference) {
            Frozen.mark(Memory.getReference(base, Fields.get(key, base).offset), frozen);
        }
    }

    /** The same, to elements that share a state: those from the first to the last index that are so far apart. */
    static void tellElements(
            ThreadState thread,
            int races,
            Object array,
            int first,
            int last,
            int stride,
            int site,
            boolean isWrite) {
        VectorClock frozen = isWrite ? null : frozen(thread, array);
        if (frozen == null) {
            report(thread, races, Reporter.ARRAY, array, first, last, stride, site, isWrite);
        } else if (array instanceof Object[]) {
            for (int index = first; index <= last; index += stride) {
                Frozen.mark(((Object[]) array)[index], frozen);
            }
        }
    }

    /** By which the stripe of a field is chosen. */
    static int hash(Object base, int key) {
        return System.identityHashCode(base) + key;
    }

    /** The same for an element. Neighbours share a stripe, as threads seldom meet there. */
    static int elementHash(Object array, int index) {
        return System.identityHashCode(array) + (index >>> 4);
    }

    /** Sites beyond what a word has room for are all one, the site 0. */
    static int place(int site) {
        return site >>> Epoch.SITE_BITS == 0 ? site : 0;
    }

    /**
     * The last read of the thread raced with a write. If a freeze makes that write visible to whoever
     * reads the object, all that the freeze makes visible, else null.
     */
    private static VectorClock frozen(ThreadState thread, Object base) {
        VectorClock clock = frozen(base, thread.raceWord(0));
        if (clock != null || thread.looksAgain || thread.footprints == null) {
            return clock;
        }
        // The reference may have been read from an array of which that is not known yet.
        thread.settle();
        return frozen(base, thread.raceWord(0));
    }

    private static VectorClock frozen(Object base, long write) {
        VectorClock clock = Frozen.clock(base);
        return clock != null && clock.get(Epoch.slot(write)) >= Epoch.clock(write) ? clock : null;
    }

    private static void report(
            ThreadState thread,
            int races,
            int key,
            Object base,
            long index,
            int site,
            boolean isWrite) {
        report(thread, races, key, base, index, index, 1, site, isWrite);
    }

    private static void report(
            ThreadState thread,
            int races,
            int key,
            Object base,
            long index,
            long last,
            int stride,
            int site,
            boolean isWrite) {
        boolean isAtomic = AtomicSites.contains(site);
        for (int race = 0; race < races; race++) {
            if (isAtomic && AtomicSites.contains(Epoch.site(thread.raceWord(race)))) {
                continue;
            }
            Reporter.report(
                    thread,
                    key,
                    base,
                    index,
                    last,
                    stride,
                    site,
                    isWrite,
                    thread.raceWord(race),
                    thread.isRaceWithWrite(race));
        }
    }
}
