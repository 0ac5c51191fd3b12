package redflag.runtime;

import java.lang.ref.SoftReference;

/**
 * Words of arrays that are dead, for arrays of the same length to come.
 *
 * <p>An array's words stay reachable until somebody notices that the array is dead. So a collector copies them once
 * more than the array, and gets them back late; a program that makes many arrays and drops them filled the heap with
 * words that nobody needed. Those that are used again are copied no more.
 *
 * <p>Words come here when nobody can store into them any more: the array is dead, and whoever has its words at hand
 * keeps it alive. That is so for inlined code, which compares the array before it uses the words, and for hooks,
 * which keep theirs until they are done ({@link Inside}).
 *
 * <p>What nobody takes until the second collection is dropped, and all of it when memory runs short.
 */
final class Recycled {
    /** For fewer words it does not pay. */
    private static final int LEAST = 128;

    private static final int BUCKETS = 1 << 8;

    /** Guard: none. Of those that two threads put here at the same time, one is lost. */
    private static volatile SoftReference<Recycled> newest = new SoftReference<>(null);

    /** How many collections were noticed when this was made. */
    private final int collection;

    /** What came before that collection; null when another one was noticed. */
    private volatile Recycled earlier;

    /** By the hash of their length, those that came last. Guard of each: itself, by compare-and-set. */
    private final ArrayShadow[] buckets = new ArrayShadow[BUCKETS];

    private Recycled(int collection, Recycled earlier) {
        this.collection = collection;
        this.earlier = earlier;
    }

    /** So many words, with whatever they held before; null if there are none. */
    static long[] take(int length) {
        Recycled recycled = length < LEAST ? null : newest.get();
        long[] words = null;
        while (recycled != null && words == null) {
            words = recycled.pop(length);
            recycled = recycled.earlier;
        }
        return words;
    }

    /** The array of a shadow is dead; and so many collections were noticed. */
    static void give(ArrayShadow shadow, int collections) {
        if (shadow.words.length < LEAST) {
            return;
        }
        Recycled recycled = newest.get();
        if (recycled == null || recycled.collection != collections) {
            if (recycled != null) {
                recycled.earlier = null;
            }
            recycled = new Recycled(collections, recycled);
            newest = new SoftReference<>(recycled);
        }
        recycled.push(shadow);
    }

    private void push(ArrayShadow shadow) {
        int at = bucket(shadow.words.length);
        do {
            shadow.next = (ArrayShadow) Memory.elementAcquire(buckets, at);
        } while (!Memory.compareAndSetElement(buckets, at, shadow.next, shadow));
    }

    private long[] pop(int length) {
        int at = bucket(length);
        while (true) {
            ArrayShadow last = (ArrayShadow) Memory.elementAcquire(buckets, at);
            if (last == null || last.words.length != length) {
                return null;
            }
            // Each shadow comes here once, so if it is still the last one then nothing has happened.
            if (Memory.compareAndSetElement(buckets, at, last, last.next)) {
                return last.words;
            }
        }
    }

    private static int bucket(int length) {
        return (length * 0x9E3779B9) >>> 24;
    }
}
