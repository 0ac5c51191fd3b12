package redflag.runtime;

/**
 * A map from thread slots to clocks that never changes; absent slots have clock 0.
 *
 * <p>A radix tree with 32 children a node, whose arrays are as long as they need to be. A changed
 * map shares all nodes with the old one but those on the way to the change, and a forked thread
 * shares its parent's. So a hundred thousand threads that know of each other cost a few nodes each,
 * not a hundred thousand entries each, and joining two clocks costs the nodes in which they differ.
 * Up to 32 slots there is one array.
 */
final class VectorClock {
    private static final int BITS = 5;
    private static final int MASK = (1 << BITS) - 1;

    static final VectorClock EMPTY = new VectorClock(0, new int[0]);

    /** How far a slot is shifted to be the index into the root; 0 if the root is a leaf. */
    private final int shift;

    /**
     * A leaf is an {@code int[]} of clocks; any other node an {@code Object[]} of nodes, or null where
     * all clocks are 0. Nobody writes into a node that another thread can see.
     */
    private final Object root;

    /** Stands for the thread that knew just this when it published it; null if none is known to have. */
    private Object publisher;

    private VectorClock(int shift, Object root) {
        this.shift = shift;
        this.root = root;
    }

    /** Says who knows this, before anyone else sees it. */
    VectorClock publishedBy(Object thread) {
        publisher = thread;
        return this;
    }

    /** Whether a thread has known this: what threads know only grows. */
    boolean isPublishedBy(Object thread) {
        return publisher == thread;
    }

    int get(int slot) {
        if (slot >>> (shift + BITS) != 0) {
            return 0;
        }
        Object node = root;
        for (int s = shift; s > 0; s -= BITS) {
            node = child(node, (slot >>> s) & MASK);
            if (node == null) {
                return 0;
            }
        }
        return clock((int[]) node, slot & MASK);
    }

    /** This map with another clock for one slot; this very map if it has that clock already. */
    VectorClock with(int slot, int clock) {
        if (get(slot) == clock) {
            return this;
        }
        int top = shift;
        while (slot >>> (top + BITS) != 0) {
            top += BITS;
        }
        return new VectorClock(top, set(raised(top), top, slot, clock));
    }

    /**
     * The larger clock for every slot. This very map if it covers the other, else the other if that
     * covers this one.
     */
    VectorClock join(VectorClock other) {
        if (this == other || other == EMPTY) {
            return this;
        }
        int top = Math.max(shift, other.shift);
        Object mine = raised(top);
        Object theirs = other.raised(top);
        Object joined = join(mine, theirs, top);
        if (joined == mine && top == shift) {
            return this;
        }
        if (joined == theirs && top == other.shift) {
            return other;
        }
        return new VectorClock(top, joined);
    }

    /** Whether no clock is larger than in the other map. */
    boolean leq(VectorClock other) {
        return firstAbove(other, 0) < 0;
    }

    /**
     * The first slot, beginning with {@code from}, whose clock is larger than in the other map; -1 if
     * there is none.
     */
    int firstAbove(VectorClock other, int from) {
        int slot = from;
        while (slot >>> (shift + BITS) == 0) {
            int s = shift;
            Object mine = root;
            Object theirs = other.node(slot, s);
            while (s > 0 && mine != null && mine != theirs) {
                mine = child(mine, (slot >>> s) & MASK);
                s -= BITS;
                theirs = other.node(slot, s);
            }
            if (mine != null && mine != theirs) {
                int found = firstAbove((int[]) mine, (int[]) theirs, slot & MASK);
                if (found >= 0) {
                    return (slot & ~MASK) | found;
                }
            }
            // Whatever the node at this height covers has been seen.
            slot = ((slot >>> (s + BITS)) + 1) << (s + BITS);
        }
        return -1;
    }

    private static int firstAbove(int[] mine, int[] theirs, int from) {
        for (int i = from; i < mine.length; i++) {
            if (mine[i] > clock(theirs, i)) {
                return i;
            }
        }
        return -1;
    }

    /** The node at some height on the way to a slot; null where all clocks are 0. */
    private Object node(int slot, int height) {
        if (slot >>> (shift + BITS) != 0 || height > shift) {
            return null;
        }
        Object node = root;
        for (int s = shift; s > height && node != null; s -= BITS) {
            node = child(node, (slot >>> s) & MASK);
        }
        return node;
    }

    /** The root of this map as a tree of at least its own height. */
    private Object raised(int top) {
        Object node = root;
        for (int s = shift; s < top; s += BITS) {
            Object[] parent = {this == EMPTY ? null : node};
            node = parent;
        }
        return node;
    }

    private static Object set(Object node, int s, int slot, int clock) {
        int index = (slot >>> s) & MASK;
        if (s == 0) {
            int[] old = (int[]) node;
            int length = old == null ? 0 : old.length;
            int[] leaf = new int[Math.max(length, index + 1)];
            if (length != 0) {
                System.arraycopy(old, 0, leaf, 0, length);
            }
            leaf[index] = clock;
            return leaf;
        }
        Object[] old = (Object[]) node;
        int length = old == null ? 0 : old.length;
        Object[] inner = new Object[Math.max(length, index + 1)];
        if (length != 0) {
            System.arraycopy(old, 0, inner, 0, length);
        }
        inner[index] = set(inner[index], s - BITS, slot, clock);
        return inner;
    }

    /** Both nodes joined; the first if it covers the second, else the second if it covers the first. */
    private static Object join(Object a, Object b, int s) {
        if (a == b || b == null) {
            return a;
        }
        if (a == null) {
            return b;
        }
        if (s == 0) {
            return joinLeaves((int[]) a, (int[]) b);
        }
        int length = Math.max(((Object[]) a).length, ((Object[]) b).length);
        boolean onlyA = true;
        boolean onlyB = true;
        Object[] joined = null;
        for (int i = 0; i < length; i++) {
            Object childA = child(a, i);
            Object childB = child(b, i);
            Object both = join(childA, childB, s - BITS);
            boolean likeA = onlyA && both == childA;
            boolean likeB = onlyB && (both == childB || equal(childA, childB, s - BITS));
            if (joined == null && !likeA && !likeB) {
                // Up to here one of the nodes was as good as both together.
                joined = new Object[length];
                for (int j = 0; j < i; j++) {
                    joined[j] = child(onlyA ? a : b, j);
                }
            }
            onlyA = likeA;
            onlyB = likeB;
            if (joined != null) {
                joined[i] = both;
            }
        }
        return onlyA ? a : onlyB ? b : joined;
    }

    /** Whether two nodes hold the same; without this, a node that covers another might be copied. */
    private static boolean equal(Object a, Object b, int s) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null) {
            return false;
        }
        if (s == 0) {
            int[] leafA = (int[]) a;
            int[] leafB = (int[]) b;
            return firstAbove(leafA, leafB, 0) < 0 && firstAbove(leafB, leafA, 0) < 0;
        }
        int length = Math.max(((Object[]) a).length, ((Object[]) b).length);
        for (int i = 0; i < length; i++) {
            if (!equal(child(a, i), child(b, i), s - BITS)) {
                return false;
            }
        }
        return true;
    }

    private static int[] joinLeaves(int[] a, int[] b) {
        if (firstAbove(b, a, 0) < 0) {
            return a;
        }
        if (firstAbove(a, b, 0) < 0) {
            return b;
        }
        int[] joined = new int[Math.max(a.length, b.length)];
        for (int i = 0; i < joined.length; i++) {
            joined[i] = Math.max(clock(a, i), clock(b, i));
        }
        return joined;
    }

    private static Object child(Object node, int index) {
        Object[] children = (Object[]) node;
        return index < children.length ? children[index] : null;
    }

    private static int clock(int[] leaf, int index) {
        return leaf != null && index < leaf.length ? leaf[index] : 0;
    }
}
