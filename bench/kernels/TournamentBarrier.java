package kernels;

/**
 * A barrier of a fixed number of threads that meet in pairs, the winner of each pair going on to the next round; the
 * last winner lets all go, down the same tree. Nobody waits for more than one thread at a time.
 *
 * <p>After Hensgen, Finkel and Manber ("Two Algorithms for Barrier Synchronization", 1988), which the Java Grande suite
 * uses too; there the flags are array elements and race, here they are volatile fields.
 */
final class TournamentBarrier {
    private final Flag[] arrived;
    private final Flag[] released;

    TournamentBarrier(int threads) {
        this.arrived = flags(threads);
        this.released = flags(threads);
    }

    private static final class Flag {
        volatile int episode;

        void await(int wanted) {
            int spins = 0;
            while (episode != wanted) {
                if (++spins < 1000) {
                    Thread.onSpinWait();
                } else {
                    Thread.yield();
                }
            }
        }
    }

    /** Returns when all threads have called this for the same episode. A thread counts its episodes from 1. */
    void meet(int id, int episode) {
        int threads = arrived.length;
        int distance = 1;
        // A thread whose bit is clear wins its round and waits for the other; one whose bit is set has lost and is out.
        while (distance < threads && (id & distance) == 0) {
            if (id + distance < threads) {
                arrived[id + distance].await(episode);
            }
            distance *= 2;
        }
        if (id != 0) {
            arrived[id].episode = episode;
            released[id].await(episode);
        }
        for (distance /= 2; distance > 0; distance /= 2) {
            if (id + distance < threads) {
                released[id + distance].episode = episode;
            }
        }
    }

    private static Flag[] flags(int count) {
        Flag[] flags = new Flag[count];
        for (int i = 0; i < count; i++) {
            flags[i] = new Flag();
        }
        return flags;
    }
}
