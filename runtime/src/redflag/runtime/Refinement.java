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

    /** Up to so many ranges, no footprint needs to be worth its cuts. */
    private static final int FEW_RANGES = 8;

    private static final int LONG_RANGE = 4;

    private Refinement() {}

    /** The length of the blocks; 0 if there is none that is good. */
    static int block(int step, int first, int last, int length) {
        int end = last + 1;
        int block = end - first;
        if (fits(block, step, first, end, length)) {
            return block;
        }
        if (step >= length) {
            return 0;
        }
        block = gcd(gcd(step, first), end == length ? 0 : end);
        return fits(block, step, first, end, length) && step <= 2 * block ? block : 0;
    }

    private static boolean fits(int block, int step, int first, int end, int length) {
        return block >= 2
                && (step >= length || step % block == 0)
                && first % block == 0
                && (end == length || end % block == 0)
                && (block >= LONG_BLOCK || (length - 1) / block < MANY_BLOCKS);
    }

    /** The stride; 0 if there is none that is good. */
    static int stride(int step, int first, int last, int stride, int length) {
        boolean isComplete = first < stride && length - last <= stride;
        long both = (long) (step / gcd(step, stride)) * stride;
        return isComplete && 2 * both <= length ? (int) both : 0;
    }

    /** Where ranges begin that are cut at both ends of one; null if that is not good. */
    static int[] cut(int[] starts, int count, int first, int last, int length) {
        int end = last + 1;
        int atFirst = firstFrom(starts, count, first);
        int atEnd = firstFrom(starts, count, end);
        int cutsFirst = atFirst < count && starts[atFirst] == first ? 0 : 1;
        int cutsEnd = end == length || atEnd < count && starts[atEnd] == end ? 0 : 1;
        int added = cutsFirst + cutsEnd;
        boolean isWorthIt =
                added == 1
                        && (end - first >= LONG_RANGE
                                || first == 0
                                || end == length
                                || starts[count - 1] == first);
        if (count + added > FEW_RANGES && !isWorthIt) {
            return null;
        }
        int[] cut = new int[count + added];
        System.arraycopy(starts, 0, cut, 0, atFirst);
        cut[atFirst] = first;
        int between = atEnd - atFirst - (1 - cutsFirst);
        System.arraycopy(starts, atEnd - between, cut, atFirst + 1, between);
        int next = atFirst + 1 + between;
        if (cutsEnd == 1) {
            cut[next++] = end;
        }
        System.arraycopy(starts, atEnd, cut, next, count - atEnd);
        return cut;
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
