package redflag.runtime;

/**
 * Which variable stands for the reachability of the object that a reference refers to. When the
 * reference comes out of its queue the object is gone; the variable is not.
 */
final class QueuedReferences {
    private static final WeakTable TABLE = new WeakTable();

    private QueuedReferences() {}

    static void made(Object reference, Variable reachability) {
        TABLE.insert(
                reference, new Link(reference, WeakTable.hash(reference, 0), reachability));
    }

    /** Null if the reference was not seen when it was made. */
    static Variable reachability(Object reference) {
        Link link = (Link) TABLE.find(reference, 0, WeakTable.hash(reference, 0));
        return link == null ? null : link.reachability;
    }

    private static final class Link extends WeakTable.Entry {
        final Variable reachability;

        Link(Object reference, int hash, Variable reachability) {
            super(reference, 0, hash);
            this.reachability = reachability;
        }

        @Override
        long weight() {
            return 0;
        }
    }
}
