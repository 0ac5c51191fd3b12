package redflag.runtime;

import java.lang.ref.WeakReference;

/**
 * A map from objects, by identity, and a number with each, to what the runtime remembers of them. It
 * keeps none of the objects alive.
 *
 * <p>Looking up takes no lock: a segment is an open-addressed array whose cells never become empty
 * again, and a larger or cleaner array replaces it as a whole. One who has seen an effect of the
 * program that came after an insertion finds the entry, because the insertion came before it.
 *
 * <p>There is no queue of dead entries, which would be a list that the collector's threads and ours
 * share. Entries of dead objects go when their segment is rebuilt: when half its cells are taken, or
 * when there was a collection and it was given a good part of what it holds since it was last rebuilt,
 * by number or by weight. Large entries are weighed for all segments together. So what is dead and not
 * yet dropped is a part of what was there at the last collection, or {@link #FEW}, {@link #SMALL} and
 * {@link #LARGE}, and the work is constant for each insertion.
 */
final class WeakTable {
    /** What is remembered of one object and number. */
    abstract static class Entry extends WeakReference<Object> {
        final int hash;
        final long number;

        Entry(Object object, long number, int hash) {
            super(object);
            this.number = number;
            this.hash = hash;
        }

        /** In words of memory, roughly. */
        abstract long weight();
    }

    private static final int SEGMENT_BITS = 6;
    private static final int FIRST_LENGTH = 16;

    /** What a segment may be given, by number and weight, before it is worth a look at who is dead. */
    private static final int FEW = 64;

    private static final long SMALL = 1 << 14;

    /** From this weight on, an entry is weighed for all segments together; what those may be given. */
    private static final long HEAVY = 1 << 11;

    private static final long LARGE = 1 << 21;

    private static final long HEAVY_ADDED = Memory.fieldOffset(WeakTable.class, "heavyAdded");
    private static final long SWEEPING = Memory.fieldOffset(WeakTable.class, "sweeping");

    /** Cleared by the first collection after it was made. No guard: any of several will do. */
    private static volatile Recent recent = new Recent();

    /** No guard: it only has to differ after a collection. */
    private static volatile int collections;

    /** The array is written at start-up only. */
    private final Segment[] segments = new Segment[1 << SEGMENT_BITS];

    /** Weight of heavy entries since the last sweep. Guarded by itself: changed by adding. */
    private volatile long heavyAdded;

    /** Weight of heavy entries that the last sweep left. Guard: sweeping. */
    private volatile long heavyLeft;

    /** How many collections there were when the last sweep began. Guard: sweeping. */
    private volatile int sweptAt;

    /** 1 while a thread sweeps. Guarded by itself: compare-and-set. */
    private volatile int sweeping;

    WeakTable() {
        for (int i = 0; i < segments.length; i++) {
            segments[i] = new Segment();
        }
    }

    static int hash(Object object, long number) {
        int hash = System.identityHashCode(object) + (int) (number ^ number >>> 32) * 0x9E3779B9;
        return (hash ^ hash >>> 15) * 0x2C1B3C6D;
    }

    /** The entry, or null if there is none. */
    Entry find(Object object, long number, int hash) {
        return find(segments[hash >>> (32 - SEGMENT_BITS)].cells, object, number, hash);
    }

    /** Inserts an entry for an object that the caller holds, unless there is one; returns that which is there. */
    Entry insert(Object object, Entry entry) {
        long weight = entry.weight();
        if (weight >= HEAVY) {
            long added = Memory.getAndAddLong(this, HEAVY_ADDED, weight) + weight;
            if (added > Math.max(LARGE, heavyLeft / 2) && collections() != sweptAt) {
                sweep();
            }
            weight = 0;
        }
        int collections = collections();
        Segment segment = segments[entry.hash >>> (32 - SEGMENT_BITS)];
        boolean locked = false;
        try {
            locked = segment.lock();
            Entry existing = find(segment.cells, object, entry.number, entry.hash);
            if (existing != null) {
                return existing;
            }
            if (2 * segment.taken >= segment.cells.length
                    || collections != segment.rebuiltAt
                            && (segment.added > Math.max(SMALL, segment.left / 2)
                                    || segment.inserted > Math.max(FEW, segment.taken / 4))) {
                segment.rebuild();
                segment.rebuiltAt = collections;
            }
            place(segment.cells, entry);
            segment.taken++;
            segment.inserted++;
            segment.added += weight;
            return entry;
        } finally {
            if (locked) {
                segment.held = 0;
            }
        }
    }

    /** How many entries there are, dead ones among them. For figures and tests: may be behind. */
    long size() {
        long size = 0;
        for (int i = 0; i < segments.length; i++) {
            size += segments[i].taken;
        }
        return size;
    }

    /** Drops the entries of dead objects. */
    private void sweep() {
        boolean mine = false;
        try {
            mine = Memory.compareAndSetInt(this, SWEEPING, 0, 1);
            if (!mine) {
                return;
            }
            sweptAt = collections();
            heavyAdded = 0;
            long left = 0;
            for (int i = 0; i < segments.length; i++) {
                Segment segment = segments[i];
                boolean locked = false;
                try {
                    locked = segment.lock();
                    left += segment.rebuild();
                } finally {
                    if (locked) {
                        segment.held = 0;
                    }
                }
            }
            heavyLeft = left;
        } finally {
            if (mine) {
                sweeping = 0;
            }
        }
    }

    private static Entry find(Entry[] cells, Object object, long number, int hash) {
        int mask = cells.length - 1;
        int at = hash & mask;
        while (true) {
            Entry entry = (Entry) Memory.elementAcquire(cells, at);
            if (entry == null) {
                return null;
            }
            if (entry.hash == hash && entry.number == number && entry.get() == object) {
                return entry;
            }
            at = (at + 1) & mask;
        }
    }

    /** Into the first empty cell. Guard: the segment, unless nobody else sees the array. */
    private static void place(Entry[] cells, Entry entry) {
        int mask = cells.length - 1;
        int at = entry.hash & mask;
        while (cells[at] != null) {
            at = (at + 1) & mask;
        }
        Memory.setElementRelease(cells, at, entry);
    }

    /** How many garbage collections there were, as far as anyone has noticed. */
    private static int collections() {
        if (recent.get() == null) {
            recent = new Recent();
            collections++;
        }
        return collections;
    }

    /** Of an object that nobody else has: cleared by the next collection. */
    private static final class Recent extends WeakReference<Object> {
        Recent() {
            super(new Object());
        }
    }

    private static final class Segment extends SpinLock {
        /** A power of two of them, at most half full. Guard: this; read without it. */
        volatile Entry[] cells = new Entry[FIRST_LENGTH];

        /** How many cells are taken, and how many of them since the last rebuilding. Guard: this. */
        int taken;

        int inserted;

        /** How many collections there had been then. Guard: this. */
        int rebuiltAt;

        /** Weight of the light entries since the last rebuilding, and that it left. Guard: this. */
        long added;

        long left;

        /** Drops entries of dead objects. Returns the weight of the heavy ones left. Guard: this. */
        long rebuild() {
            Entry[] old = cells;
            int alive = 0;
            for (int i = 0; i < old.length; i++) {
                if (old[i] != null && old[i].get() != null) {
                    alive++;
                }
            }
            int length = FIRST_LENGTH;
            // A quarter full at most, so that as many again fit in.
            while (length < 4 * alive) {
                length *= 2;
            }
            Entry[] fresh = new Entry[length];
            int kept = 0;
            long light = 0;
            long heavy = 0;
            for (int i = 0; i < old.length && kept < alive; i++) {
                Entry entry = old[i];
                if (entry != null && entry.get() != null) {
                    place(fresh, entry);
                    kept++;
                    long weight = entry.weight();
                    if (weight >= HEAVY) {
                        heavy += weight;
                    } else {
                        light += weight;
                    }
                }
            }
            cells = fresh;
            taken = kept;
            inserted = 0;
            added = 0;
            left = light;
            return heavy;
        }
    }
}
