package redflag.runtime;

/**
 * The mode in which a footprint can be committed that is not compatible with the mode that there is
 * [ShrinkWrap §3.3 and §5.1]. What is chosen, and why, says {@code slimstate/refinement.rs} of the crate
 * {@code trace-analysis}, whose rules these are.
 *
 * <p>Guard of everything: the array's {@link ArrayModes}.
 */
final class Refinement {
    /** More blocks than this must be this long. */
    private static final int MANY_BLOCKS = 64;

    private static final int LONG_BLOCK = 16;

    /** Up to so many ranges, any footprint may cut, and none wears the array's patience. */
    private static final int FEW_RANGES = 8;

    private static final int LONG_RANGE = 4;

    /** More are never worth it: to cut one of many is to move all after it. */
    static final int MOST_RANGES = 4096;

    private Refinement() {}

    /** The smallest stride that has two; 0 if there are too few elements for it. */
    static int both(int one, int other, int length) {
        long both = (long) (one / gcd(one, other)) * other;
        return both == 1 || 2 * both <= length ? (int) both : 0;
    }

    /**
     * The length of the blocks for a footprint, of a grid of that stride; 0 if there is none that is good. The
     * footprint is taken for what lies between its ends, these rounded to multiples of its stride.
     */
    static int block(int block, int both, int first, int last, int stride, int length) {
        int begin = first - first % stride;
        int end = Math.min(length, last - last % stride + stride);
        if (fits(end - begin, block, begin, end, length) && isGrid(end - begin, both, length)) {
            return end - begin;
        }
        if (block >= length) {
            return 0;
        }
        int part = gcd(gcd(block, begin), end == length ? 0 : end);
        return fits(part, block, begin, end, length) && isGrid(part, both, length) && block <= 2 * part
                ? part
                : 0;
    }

    private static boolean fits(int part, int block, int begin, int end, int length) {
        return part >= 2
                && (block >= length || block % part == 0)
                && begin % part == 0
                && (end == length || end % part == 0)
                && (part >= LONG_BLOCK || (length - 1) / part < MANY_BLOCKS);
    }

    private static boolean isGrid(int block, int stride, int length) {
        return stride == 1
                || (block >= length || block % stride == 0)
                        && 2L * ((length - 1) / block + 1) * stride <= length;
    }

    /** Whether ranges may be cut at both ends of one. */
    static boolean isCut(int[] starts, int count, int first, int last, int length) {
        int added = isAt(starts, count, first) ? 0 : 1;
        if (last + 1 < length && !isAt(starts, count, last + 1)) {
            added++;
        }
        return added == 1 && count + added <= MOST_RANGES || count + added <= FEW_RANGES;
    }

    /** Whether so many ranges wear no array's patience. */
    static boolean areFew(int ranges) {
        return ranges <= FEW_RANGES;
    }

    private static boolean isAt(int[] starts, int count, int index) {
        int at = firstFrom(starts, count, index);
        return at < count && starts[at] == index;
    }

    /** That of an array of that length. */
    static int allPatience(int length) {
        return (int) Math.min(4L * length, Integer.MAX_VALUE);
    }

    /** The patience that an array has left after a commit to that many ranges; less than 0 if none. */
    static int wear(int patience, int ranges, int indices, int length) {
        if (ranges <= FEW_RANGES) {
            return patience;
        }
        return indices < LONG_RANGE ? patience - 1 : (int) Math.min(allPatience(length), (long) patience + indices);
    }

    /** The first of some rising numbers that is not smaller; how many they are if there is none. */
    static int firstFrom(int[] rising, int count, int number) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (rising[middle] < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    static int gcd(int a, int b) {
        int one = a;
        int other = b;
        while (other != 0) {
            int rest = one % other;
            one = other;
            other = rest;
        }
        return one;
    }
}
