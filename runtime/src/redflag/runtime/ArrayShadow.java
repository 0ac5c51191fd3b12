package redflag.runtime;

import java.util.Arrays;

/**
 * The state of every element of one array: FINE mode [ShrinkWrap §2.3].
 *
 * <p>{@link #words} has the write and read word of each element in turn. Guard of each pair: the element's stripe;
 * read without it by the same-epoch test, and written as {@link Taken} says. After them, if there are enough, comes
 * one that is not 0 if something of the array is, or was, {@link Deferred}. Inlined code that gathers footprints
 * keeps the shadow in the place of one; no index extends it.
 */
final class ArrayShadow extends RedflagFootprint {
    /** Its bases are shadows, its numbers are indices. */
    static final Words WORDS = new ElementWords();

    private static final long SHARED = Memory.fieldOffset(ArrayShadow.class, "shared");
    private static final long DEFERRED = Memory.fieldOffset(ArrayShadow.class, "deferred");

    /** Made when the first element needs it. Guard: itself, by compare-and-set; each element: its stripe. */
    private volatile ReadShared[] shared;

    /** Made when a thread comes to its elements again and again. Guard: itself, by compare-and-set. */
    private volatile Deferred deferred;

    /** For an array of up to 2^30 - 1 elements, none of them accessed. */
    ArrayShadow(int length, long unaccessed) {
        words = Room.longs(2 * length + (length >= Deferred.LEAST ? 1 : 0));
        if (unaccessed != 0) {
            Arrays.fill(words, 0, 2 * length, unaccessed);
        }
    }

    int length() {
        return words.length >>> 1;
    }

    /** Whether there may be more to know of an array than these words say. */
    static boolean hasDeferred(long[] words) {
        return (words.length & 1) != 0 && words[words.length - 1] != 0;
    }

    /** Null if nothing was ever deferred. */
    Deferred deferred() {
        return deferred;
    }

    /** From now on, for a thread with this epoch. The array has enough elements. */
    Deferred defer(long epoch) {
        if (deferred == null) {
            words[words.length - 1] = 1;
            Memory.compareAndSetReference(this, DEFERRED, null, new Deferred(length(), epoch));
        }
        return deferred;
    }

    private ReadShared[] sharedForWriting() {
        ReadShared[] existing = shared;
        if (existing == null) {
            Memory.compareAndSetReference(this, SHARED, null, new ReadShared[length()]);
            existing = shared;
        }
        return existing;
    }

    private static final class ElementWords extends Words {
        @Override
        Deferred deferred(Object base) {
            return ((ArrayShadow) base).deferred;
        }

        @Override
        void reveal(Object base, long at, ThreadState thread) {
            ((ArrayShadow) base).deferred.reveal(thread, ((ArrayShadow) base).words, (int) at);
        }

        @Override
        long write(Object base, long at) {
            return ((ArrayShadow) base).words[2 * (int) at];
        }

        @Override
        long read(Object base, long at) {
            return ((ArrayShadow) base).words[2 * (int) at + 1];
        }

        @Override
        ReadShared shared(Object base, long at) {
            ReadShared[] shared = ((ArrayShadow) base).shared;
            return shared == null ? null : shared[(int) at];
        }

        @Override
        boolean replaceWrite(Object base, long at, long expected, long word) {
            long offset = Memory.elementOffset(2 * (int) at);
            return Memory.compareAndSetLong(((ArrayShadow) base).words, offset, expected, word);
        }

        @Override
        boolean replaceRead(Object base, long at, long expected, long word) {
            long offset = Memory.elementOffset(2 * (int) at + 1);
            return Memory.compareAndSetLong(((ArrayShadow) base).words, offset, expected, word);
        }

        @Override
        void setShared(Object base, long at, ReadShared shared) {
            ((ArrayShadow) base).sharedForWriting()[(int) at] = shared;
        }
    }
}
