package redflag.runtime;

/**
 * Races that were found under a lock, to be told when it is given back: each with the segment that it is
 * on. Guard of everything: the thread that found them.
 */
final class FoundRaces {
    /** The word of the prior access, and whether it is a write. */
    private long[] words = new long[4];

    private boolean[] withWrite = new boolean[4];

    /** First and last index of the segment, and what stands between two of its indices. */
    private int[] segments = new int[12];

    private int count;

    /** The last access of the thread, to a segment, was in so many races. */
    void add(ThreadState thread, int races, int first, int last, int stride) {
        for (int race = 0; race < races; race++) {
            if (count == words.length) {
                grow();
            }
            words[count] = thread.raceWord(race);
            withWrite[count] = thread.isRaceWithWrite(race);
            segments[3 * count] = first;
            segments[3 * count + 1] = last;
            segments[3 * count + 2] = stride;
            count++;
        }
    }

    int count() {
        return count;
    }

    int first(int race) {
        return segments[3 * race];
    }

    int last(int race) {
        return segments[3 * race + 1];
    }

    int stride(int race) {
        return segments[3 * race + 2];
    }

    /**
     * Makes the races on one segment, of which that is the first, those of the thread's last access.
     * Returns where the races on the next segment begin.
     */
    int restore(ThreadState thread, int race) {
        thread.clearRaces();
        int next = race;
        while (next < count && first(next) == first(race)) {
            if (withWrite[next]) {
                thread.addRaceWithWrite(words[next]);
            } else {
                thread.addRaceWithRead(words[next]);
            }
            next++;
        }
        return next;
    }

    void clear() {
        count = 0;
    }

    private void grow() {
        long[] moreWords = new long[2 * count];
        boolean[] moreWithWrite = new boolean[2 * count];
        int[] moreSegments = new int[6 * count];
        System.arraycopy(words, 0, moreWords, 0, count);
        System.arraycopy(withWrite, 0, moreWithWrite, 0, count);
        System.arraycopy(segments, 0, moreSegments, 0, 3 * count);
        words = moreWords;
        withWrite = moreWithWrite;
        segments = moreSegments;
    }
}
