package redflag.runtime;

/**
 * How the state of a location is held: its write word, its read word, and the read set that goes
 * with a read word that {@link Epoch#isShared is shared}.
 *
 * <p>A location is given by a base and a number, which mean what the subclass says: for {@link
 * ArrayShadow} the shadow and the index; for words inside objects, the object and the offset of its
 * words or the number of its field. The rules are written once against this class. Its subclasses
 * are final and have one instance each in a static final field, so that where the compiler sees the
 * constant it inlines the accessors, and elsewhere pays a virtual call, on the slow path only.
 *
 * <p>What a subclass must keep to:
 *
 * <ul>
 *   <li>Getters are plain loads of fields or elements. What changes something is called under the
 *       stripe of the location; getters also without it, by {@link FastTrack#onRead} and {@link
 *       FastTrack#onWrite} and by inlined code.
 *   <li>All six may be asked of a location that nothing was stored for: words are 0 and the set is
 *       null.
 *   <li>Where several locations keep their read sets in one place that is made on demand, making it
 *       must not lose another's: those locations can have different stripes.
 * </ul>
 */
abstract class Words {
    abstract long write(Object base, long at);

    abstract long read(Object base, long at);

    /** Asked only while the read word {@link Epoch#isShared is shared}. */
    abstract ReadShared shared(Object base, long at);

    /** Replaces the write word, if it is still that one; as a compare-and-set. */
    abstract boolean replaceWrite(Object base, long at, long expected, long word);

    abstract boolean replaceRead(Object base, long at, long expected, long word);

    /** What threads have not put into the words yet, of this location or others; null if there is nothing. */
    Deferred deferred(Object base) {
        return null;
    }

    /** Puts in what others have not. Guard: the {@link #deferred}, which there is. */
    void reveal(Object base, long at, ThreadState thread) {}

    /** With a set before the read word becomes the set's; with null after it was. */
    abstract void setShared(Object base, long at, ReadShared shared);
}
