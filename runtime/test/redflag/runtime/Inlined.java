package redflag.runtime;

/** What inlined code does with a footprint, and with words, as far as that shows. */
final class Inlined {
    private Inlined() {}

    /** An access to an element; what is kept for the next one. {@code kept} is of that array, or null. */
    static RedflagFootprint access(
            ThreadState thread,
            RedflagFootprint kept,
            Object array,
            int index,
            int site,
            boolean isWrite) {
        if (kept != null && kept.words == null) {
            if (index == kept.next) {
                kept.next += kept.stride;
                return kept;
            }
            if (index >= kept.from && index < kept.next) {
                return kept;
            }
        }
        RedflagFootprint now = Footprints.access(thread, kept, array, index, site, isWrite);
        if (now.words != null) {
            Footprints.check(thread, array, ArrayShadows.of(array), index, site, isWrite);
        }
        return now;
    }
}
