package redflag.runtime;

/**
 * The rules of FastTrack, to count by.
 *
 * <p>Every thread counts for itself ({@link ThreadState#rules}); {@link Slots#rules} adds them up.
 */
final class Rules {
    /** A constant to the compiler, so that counting is free when it is off. */
    static final boolean COUNTED = Options.countRules;

    static final int READ_SAME_EPOCH = 0;
    static final int READ_SHARED_SAME_EPOCH = 1;
    static final int READ_EXCLUSIVE = 2;
    static final int READ_SHARE = 3;
    static final int READ_SHARED = 4;
    static final int WRITE_SAME_EPOCH = 5;
    static final int WRITE_EXCLUSIVE = 6;
    static final int WRITE_SHARED = 7;
    static final int ACQUIRE = 8;
    static final int RELEASE = 9;
    static final int FORK = 10;
    static final int JOIN = 11;
    static final int READ_VOLATILE = 12;
    static final int WRITE_VOLATILE = 13;

    /** The name of each rule in the paper. */
    static final String[] NAMES = {
        "Read Same Epoch",
        "Read Shared Same Epoch",
        "Read Exclusive",
        "Read Share",
        "Read Shared",
        "Write Same Epoch",
        "Write Exclusive",
        "Write Shared",
        "Acquire",
        "Release",
        "Fork",
        "Join",
        "Read Volatile",
        "Write Volatile",
    };

    private Rules() {}

    /** How many reads were checked: one rule each. */
    static long reads(long[] uses) {
        return sum(uses, READ_SAME_EPOCH, READ_SHARED);
    }

    static long writes(long[] uses) {
        return sum(uses, WRITE_SAME_EPOCH, WRITE_SHARED);
    }

    private static long sum(long[] uses, int first, int last) {
        long sum = 0;
        for (int rule = first; rule <= last; rule++) {
            sum += uses[rule];
        }
        return sum;
    }
}
