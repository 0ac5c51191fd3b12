package redflag.runtime;

/** The threads of the program. */
final class Threads {
    static final Slots SLOTS = new Slots(Epoch.SLOTS, Epoch.MAX_CLOCK);

    private Threads() {}

    /** The state of the current thread; if it has none, nobody was seen to start it. */
    static ThreadState adopt() {
        Thread current = Thread.currentThread();
        ThreadState known = ThreadFields.state(current);
        if (known != null) {
            return known;
        }
        ThreadState adopted = new ThreadState(SLOTS, VectorClock.EMPTY, current, null);
        ThreadFields.setState(current, adopted);
        return adopted;
    }
}
