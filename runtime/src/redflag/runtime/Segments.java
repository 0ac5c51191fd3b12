package redflag.runtime;

/**
 * A partition of an array's indices into segments, and the words of each: what {@link ArrayModes} decides about.
 *
 * <p>All elements of a segment have the same state, or are a {@link Ramp}.
 *
 * <p>Guard of everything: this.
 */
abstract class Segments extends SpinLock {
    /**
     * Of as many as {@code block} neighbours each, the indices that are equal modulo {@code stride}. With one block
     * and stride 1 it is COARSE, else with stride 1 BLOCK, with one block STRIDE.
     */
    static final int GRID = 0;

    /** Ranges from each of {@code starts} on; up to three are SPLIT. */
    static final int RANGES = 1;

    /** Given up. */
    static final int FINE = 2;

    /** Its bases are these, its numbers those of segments. */
    static final Words WORDS = new SegmentWords();

    final int length;

    int mode = GRID;
    int block;

    /** 1 in other modes. */
    int stride = 1;

    /** With room for more. */
    int[] starts;

    /** How many segments there are. */
    int count = 1;

    /** Write and read word of each segment in turn, of a ramp those of its first element; with room for more. */
    long[] words = new long[2];

    /** Made when the first segment needs it, with as much room. */
    ReadShared[] shared;

    /**
     * By how much the clock of the last write is larger at each further element of a segment, and in the upper half
     * that of the read. Only in RANGES, and 0 of single elements. Made when the first segment needs it, with as
     * much room.
     */
    byte[] rises;

    /** One segment. */
    Segments(int length) {
        this.length = length;
        this.block = length;
    }

    final boolean rises(int segment) {
        return rises != null && rises[segment] != 0;
    }

    final int writeRise(int segment) {
        return rises == null ? 0 : rises[segment] & Ramp.MOST_RISE;
    }

    final int readRise(int segment) {
        return rises == null ? 0 : rises[segment] >> Ramp.RISE_BITS & Ramp.MOST_RISE;
    }

    final int segmentOf(int index) {
        return mode == GRID
                ? index / block * stride + index % block % stride
                : Refinement.firstFrom(starts, count, index + 1) - 1;
    }

    final int begin(int segment) {
        return mode == GRID ? segment / stride * block + segment % stride : starts[segment];
    }

    /** The last index of a segment. */
    final int end(int segment) {
        if (mode == GRID) {
            int first = segment / stride * block;
            int begin = first + segment % stride;
            return begin + (Math.min(length, first + block) - 1 - begin) / stride * stride;
        }
        return segment == count - 1 ? length - 1 : starts[segment + 1] - 1;
    }

    final int strideOf(int segment) {
        return end(segment) != begin(segment) ? stride : 1;
    }

    /** Lets a range begin at an index. */
    final void split(ThreadState thread, int index) {
        int at = Refinement.firstFrom(starts, count, index);
        if (index == length || at < count && starts[at] == index) {
            return;
        }
        if (count == starts.length || 2 * count == words.length) {
            grow();
        }
        int offset = index - starts[at - 1];
        int left = (at == count ? length : starts[at]) - index;
        byte rising = rises == null ? 0 : rises[at - 1];
        long write = Ramp.wordAt(words[2 * at - 2], writeRise(at - 1), offset);
        long read = Ramp.wordAt(words[2 * at - 1], readRise(at - 1), offset);
        int used = Epoch.isUnaccessed(write, read) ? 0 : 1;
        // Nothing can fail from here on.
        System.arraycopy(starts, at, starts, at + 1, count - at);
        System.arraycopy(words, 2 * at - 2, words, 2 * at, 2 * (count - at) + 2);
        if (shared != null) {
            System.arraycopy(shared, at - 1, shared, at, count - at + 1);
        }
        if (rises != null) {
            System.arraycopy(rises, at - 1, rises, at, count - at + 1);
            rises[at - 1] = offset == 1 ? 0 : rising;
            rises[at] = left == 1 ? 0 : rising;
        }
        starts[at] = index;
        words[2 * at] = write;
        words[2 * at + 1] = read;
        count++;
        thread.addLocations(this, used);
    }

    private void grow() {
        int room = Math.min(length, 2 * count);
        int[] moreStarts = new int[room];
        long[] moreWords = Room.longs(2 * room);
        ReadShared[] moreShared = shared == null ? null : new ReadShared[room];
        byte[] moreRises = rises == null ? null : new byte[room];
        System.arraycopy(starts, 0, moreStarts, 0, count);
        System.arraycopy(words, 0, moreWords, 0, 2 * count);
        if (moreShared != null) {
            System.arraycopy(shared, 0, moreShared, 0, count);
        }
        if (moreRises != null) {
            System.arraycopy(rises, 0, moreRises, 0, count);
        }
        // Nothing can fail from here on.
        starts = moreStarts;
        rises = moreRises;
        words = moreWords;
        shared = moreShared;
    }

    /** Where those blocks begin whose states are not those of the block before. */
    final int[] runs() {
        int different = 1;
        for (int segment = 1; segment < count; segment++) {
            different += isEqual(segment - 1, segment) ? 0 : 1;
        }
        int[] runs = new int[different];
        int next = 1;
        for (int segment = 1; segment < count; segment++) {
            if (!isEqual(segment - 1, segment)) {
                runs[next++] = begin(segment);
            }
        }
        return runs;
    }

    /** Whether two states are the same, for certain: sets of reads are not compared. */
    final boolean isEqual(int one, int other) {
        return !rises(one)
                && !rises(other)
                && words[2 * one] == words[2 * other]
                && words[2 * one + 1] == words[2 * other + 1]
                && !Epoch.isShared(words[2 * one + 1]);
    }

    /** To a mode each of whose segments lies within one that there is. */
    final void change(
            ThreadState thread, int toMode, int toBlock, int toStride, int[] toStarts, int toCount) {
        long[] toWords = Room.longs(2 * toCount);
        ReadShared[] toShared = shared == null ? null : new ReadShared[toCount];
        int used = 0;
        for (int segment = 0; segment < toCount; segment++) {
            int begin =
                    toMode == RANGES
                            ? toStarts[segment]
                            : segment / toStride * toBlock + segment % toStride;
            int from = segmentOf(begin);
            toWords[2 * segment] = words[2 * from];
            toWords[2 * segment + 1] = words[2 * from + 1];
            if (toShared != null) {
                toShared[segment] = shared[from];
            }
            used += isUsed(toWords, segment);
        }
        thread.addLocations(this, used - used());
        // Nothing can fail from here on.
        mode = toMode;
        block = toBlock;
        stride = toStride;
        starts = toStarts;
        count = toCount;
        words = toWords;
        shared = toShared;
    }

    final int used() {
        int used = 0;
        for (int segment = 0; segment < count; segment++) {
            used += isUsed(words, segment);
        }
        return used;
    }

    private static int isUsed(long[] words, int segment) {
        return Epoch.isUnaccessed(words[2 * segment], words[2 * segment + 1]) ? 0 : 1;
    }

    /** Drops the states of segments that are those of the first of them. */
    final void merge(int first, int to, int toMode, int toBlock, int[] toStarts) {
        int from = first + 1;
        int left = count - (to - from);
        long[] fewer = new long[2 * left];
        System.arraycopy(words, 0, fewer, 0, 2 * from);
        System.arraycopy(words, 2 * to, fewer, 2 * from, 2 * (count - to));
        ReadShared[] fewerShared = null;
        if (shared != null) {
            fewerShared = new ReadShared[left];
            System.arraycopy(shared, 0, fewerShared, 0, from);
            System.arraycopy(shared, to, fewerShared, from, count - to);
        }
        byte[] fewerRises = null;
        if (rises != null && toMode == RANGES) {
            fewerRises = new byte[left];
            System.arraycopy(rises, 0, fewerRises, 0, from);
            System.arraycopy(rises, to, fewerRises, from, count - to);
        }
        // Nothing can fail from here on.
        rises = fewerRises;
        mode = toMode;
        block = toBlock;
        stride = 1;
        starts = toStarts;
        count = left;
        words = fewer;
        shared = fewerShared;
    }

    /**
     * Makes one range of those side by side that say the same as one, in what was just committed and at its ends:
     * before it too, where a commit leaves elements behind.
     */
    final void join(ThreadState thread, int first, int last) {
        int from = Math.max(segmentOf(first) - 1, 1);
        for (int at = Math.min(segmentOf(last) + 1, count - 1); at >= from; at--) {
            join(thread, at);
        }
    }

    /** The range and the one before it. */
    private void join(ThreadState thread, int segment) {
        int before = segment - 1;
        int elements = begin(segment) - begin(before);
        int more = end(segment) - begin(segment) + 1;
        long write = words[2 * before];
        long read = words[2 * before + 1];
        long nextWrite = words[2 * segment];
        long nextRead = words[2 * segment + 1];
        if (Epoch.isShared(read) || Epoch.isShared(nextRead)) {
            return;
        }
        int writeRise = Ramp.riseTo(write, nextWrite, elements, writeRise(before));
        int readRise = Ramp.riseTo(read, nextRead, elements, readRise(before));
        if (writeRise < 0
                || readRise < 0
                || more > 1 && (writeRise(segment) != writeRise || readRise(segment) != readRise)) {
            return;
        }
        int rising = writeRise | readRise << Ramp.RISE_BITS;
        if (rising != 0 && rises == null) {
            rises = new byte[starts.length];
        }
        int after = count - segment - 1;
        // Nothing can fail from here on.
        if (rises != null) {
            System.arraycopy(rises, segment + 1, rises, segment, after);
            rises[before] = (byte) rising;
        }
        if (shared != null) {
            System.arraycopy(shared, segment + 1, shared, segment, after);
        }
        System.arraycopy(starts, segment + 1, starts, segment, after);
        System.arraycopy(words, 2 * segment + 2, words, 2 * segment, 2 * after);
        count--;
        thread.addLocations(this, Epoch.isUnaccessed(write, read) ? 0 : -1);
    }

    /** Guard of each: the {@link Segments}. */
    private static final class SegmentWords extends Words {
        @Override
        long write(Object base, long at) {
            return ((Segments) base).words[2 * (int) at];
        }

        @Override
        long read(Object base, long at) {
            return ((Segments) base).words[2 * (int) at + 1];
        }

        @Override
        ReadShared shared(Object base, long at) {
            ReadShared[] shared = ((Segments) base).shared;
            return shared == null ? null : shared[(int) at];
        }

        @Override
        boolean replaceWrite(Object base, long at, long expected, long word) {
            ((Segments) base).words[2 * (int) at] = word;
            return true;
        }

        @Override
        boolean replaceRead(Object base, long at, long expected, long word) {
            ((Segments) base).words[2 * (int) at + 1] = word;
            return true;
        }

        @Override
        void setShared(Object base, long at, ReadShared shared) {
            Segments segments = (Segments) base;
            if (segments.shared == null) {
                segments.shared = new ReadShared[segments.words.length / 2];
            }
            segments.shared[(int) at] = shared;
        }
    }
}
