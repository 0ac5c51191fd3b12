package redflag.runtime;

/** The locks under which locations change: each location has one of them, by a hash of the caller's. */
final class Stripes {
    private static final int BITS = 10;

    /** The array is written at start-up only. */
    private static final Stripe[] STRIPES = new Stripe[1 << BITS];

    static {
        for (int i = 0; i < STRIPES.length; i++) {
            STRIPES[i] = new Stripe();
        }
    }

    private Stripes() {}

    /** The lock of a location. Any hash will do that is the same for the same location. */
    static SpinLock of(int hash) {
        return STRIPES[(hash * 0x9E3779B9) >>> (32 - BITS)];
    }

    /** Fills a cache line, so that neighbours do not slow each other down. */
    private static final class Stripe extends SpinLock {
        @SuppressWarnings("unused")
        long padding0, padding1, padding2, padding3, padding4, padding5;
    }
}
