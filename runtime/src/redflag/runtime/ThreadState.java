package redflag.runtime;

/**
 * What the detector knows of one thread: its slot, its clock, and what happens before its next step.
 *
 * <p>The clock ticks at a release only if some access was recorded under it. Otherwise nothing in
 * any word carries the current clock, so that the clock before it covers all that the thread did,
 * and publishing that one is as precise. A thread that synchronises a lot and accesses little thus
 * publishes the same {@link VectorClock} again and again, which {@link VectorClock#join} recognises,
 * and one that never accesses anything appears in nobody's clock.
 *
 * <p>Everything here is touched by the thread itself only, except where a field says otherwise.
 */
public final class ThreadState {
    /** Slot and clock with site 0: what the inlined test compares with. */
    public long epoch;

    /** Guard: in {@link Slots} by its own lock. */
    private final Slots slots;

    private int slot;
    private int clock;

    /** What is known to have happened; for this thread's own slot, always {@code clock - 1}. */
    private VectorClock known;

    /** Whether some word carries the current epoch. */
    private boolean recorded;

    /**
     * What is known when the thread has ended, null before. Written by the thread at its end; read by
     * others after they have seen that end, which orders the two.
     */
    private VectorClock last;

    /** Uses of each rule, if they are counted. Read by others without order, for figures only. */
    final long[] rules = Rules.COUNTED ? new long[Rules.NAMES.length] : null;

    /** The read set that this thread made last, to be used again for the next element of an array. */
    final ReadShared.Memo memo = new ReadShared.Memo();

    /** Where a rule leaves the read set that goes with the word {@link Epoch#SHARED}. */
    ReadShared shared;

    /** The prior accesses with which the last access raced: a write first, then reads by site. */
    private long[] races = new long[4];

    private int raceCount;
    private boolean racedWithWrite;

    /** A thread that begins after all that {@code known} covers; that is nothing if no other started it. */
    ThreadState(Slots slots, VectorClock known) {
        this.slots = slots;
        this.known = known;
        enterSlot();
    }

    /** What happens before the next step of this thread, without its own accesses in this epoch. */
    VectorClock known() {
        return known;
    }

    /** What happened before {@code clock} also happens before all later steps of this thread. */
    void acquire(VectorClock clock) {
        known = known.join(clock);
    }

    /** What others know who see what this thread does now. */
    VectorClock release() {
        if (recorded) {
            known = known.with(slot, clock);
            recorded = false;
            tick();
        }
        return known;
    }

    /** A thread that this one starts. */
    ThreadState fork() {
        return new ThreadState(slots, release());
    }

    /** This thread has seen the end of another, which has called {@link #end}. */
    void join(ThreadState child) {
        acquire(child.last);
    }

    /** The thread takes no more steps. */
    void end() {
        if (last != null) {
            return;
        }
        last = release();
        slots.free(slot, clock - 1);
        if (Rules.COUNTED) {
            slots.keepRules(rules);
        }
    }

    /** Whether an access that is remembered happens before the next step of this thread. */
    boolean isAfter(long word) {
        int other = Epoch.slot(word);
        // Of its own slot, a thread sees its own accesses, or those of one that it came after.
        return other == slot || known.get(other) >= Epoch.clock(word);
    }

    /** The word of an access of this thread, which from now on is somewhere. */
    long recordedAt(int site) {
        recorded = true;
        return epoch | site;
    }

    /** How many prior accesses the last access raced with. */
    int raceCount() {
        return raceCount;
    }

    /** The word of one of them. */
    long raceWord(int race) {
        return races[race];
    }

    boolean isRaceWithWrite(int race) {
        return race == 0 && racedWithWrite;
    }

    void clearRaces() {
        raceCount = 0;
        racedWithWrite = false;
    }

    /** Only before reads are added. */
    void addRaceWithWrite(long word) {
        races[0] = word;
        raceCount = 1;
        racedWithWrite = true;
    }

    /** Keeps one read for each site. */
    void addRaceWithRead(long word) {
        int reads = racedWithWrite ? 1 : 0;
        int at = raceCount;
        while (at > reads && Epoch.site(races[at - 1]) >= Epoch.site(word)) {
            at--;
        }
        if (at < raceCount && Epoch.site(races[at]) == Epoch.site(word)) {
            return;
        }
        if (raceCount == races.length) {
            long[] more = new long[2 * raceCount];
            System.arraycopy(races, 0, more, 0, raceCount);
            races = more;
        }
        System.arraycopy(races, at, races, at + 1, raceCount - at);
        races[at] = word;
        raceCount++;
    }

    /** The current clock has been published: what is accessed from now on needs a larger one. */
    private void tick() {
        if (slot == Epoch.OVERFLOW_SLOT) {
            return;
        }
        if (clock < slots.maxClock) {
            clock++;
            epoch = Epoch.of(slot, clock);
        } else {
            // As if the thread forked itself and ended: all that it did under the old slot is in
            // what it knows, and nothing will ever be done under that slot again.
            slots.free(slot, clock);
            enterSlot();
        }
    }

    private void enterSlot() {
        epoch = slots.take(this, known);
        slot = Epoch.slot(epoch);
        clock = Epoch.clock(epoch);
        if (slot != Epoch.OVERFLOW_SLOT) {
            // Changes something only if the slot's last thread does not happen before this one.
            known = known.with(slot, clock - 1);
        }
    }
}
