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
final class ThreadState {
    /** How many steps between read sets a thread remembers; a power of two. */
    private static final int FEW_STEPS = 8;

    private static final int MOST_STEPS = 512;

    /** So often inlined code asks at a site whether its stack is wanted; if there was a race, more. */
    private static final int MOST_INLINED = 16;

    private static final int MOST_RACY = 1000;

    /** Slot and clock with site 0. What the inlined test compares with is a copy in the thread. */
    long epoch;

    /** That in which the thread was first seen. */
    final long firstEpoch;

    /** Null when it has ended, and in tests. */
    Thread thread;

    /** What reports say of it; null in tests. */
    final Identity identity;

    /** Whether the thread is in the runtime: what it does there is none of the program's doing. */
    boolean inside;

    /** Whether it is checking an access once more, some time after it was made. */
    boolean looksAgain;

    /** How often more it has been told to suspend than to resume; above 0 nothing orders threads. */
    int suspended;

    /**
     * The variable that it compares and sets, or did last. References are stored here only where they change: a
     * thread's state is old, and garbage collectors look for what the old refers to that is young.
     */
    Variable locked;

    /** Whether it does now. */
    boolean holdsLocked;

    final RecentVariables recent = new RecentVariables();

    /** The object on whose monitor it waits. */
    Object waitingOn;

    /** What it knew at its last release fence; null if there was none. */
    VectorClock fence;

    /** What a later acquire fence makes known; null if that is nothing. */
    VectorClock pending;

    final HeldLocks locks = new HeldLocks();

    /** What it counted. Read by others without order, for figures only. */
    final long[] figures = new long[Figures.NAMES.length];

    /** Null unless {@link Tree} is on. */
    final ConcurrencyContext context = Tree.ON ? new ConcurrencyContext() : null;

    /** Made when first needed. */
    IndirectSites indirectSites;

    /** The site of the update that it is about to make; {@link Agent#NONE} if that is not data. */
    int updateSite = Agent.NONE;

    private SiteCounts siteCounts;

    /** A bit for each class whose initialisation is known. A copy of the reference is in the thread. */
    private long[] inits;

    /** Guard: in {@link Slots} by its own lock. */
    private final Slots slots;

    private int slot;
    private int clock;

    /** What is known to have happened; for this thread's own slot, always {@code clock - 1}. */
    private VectorClock known;

    /** The clock that was last acquired or released, known to be covered. */
    private VectorClock covered = VectorClock.EMPTY;

    /** Stands for this thread in what it has published, which may outlive it by far. */
    private final Object mark = new Object();

    /** All that this thread did in its slot from this clock on is published nowhere. */
    private int unpublished = Integer.MAX_VALUE;

    /** Whether some word carries the current epoch, by what is done here; see {@link #hasRecorded}. */
    private boolean recorded;

    /** Two epochs, without sites, that this thread is known to come after. Copies are in the thread. */
    private long after0;

    private long after1;

    /**
     * What is known when the thread has ended, null before. Written by the thread at its end, read by
     * others.
     */
    private volatile VectorClock last;

    /** Uses of each rule, if they are counted. Read by others without order, for figures only. */
    final long[] rules = Rules.COUNTED ? new long[Rules.NAMES.length] : null;

    /** Steps from one read set to the next that this thread made last, by their hash; made on demand. */
    private ReadShared.Step[] steps;

    /** The words for new read sets: the next one, and where they end. */
    private long nextSharedWord;

    private long endOfSharedWords;

    /** Where a rule leaves the read set that goes with a word that {@link Epoch#isShared is shared}. */
    ReadShared shared;

    /** Whether the last access was remembered in a word. */
    private boolean stored;

    /** What the words of the location were before, and the reads that the second stood for. */
    private long writeBefore;

    private long readBefore;
    private ReadShared setBefore;

    /** Made when first needed. */
    private Taken taken;

    /** Made when first needed: what the thread has accessed in arrays and not yet checked. */
    Footprints footprints;

    /** Made when first needed: what the thread has last accessed in loops. */
    Spans spans;

    /** Made when first needed: what the thread has accessed of long arrays in its epoch. */
    Seen[] seen;

    /** The prior accesses with which the last access raced: a write first, then reads by site. */
    private long[] races = new long[4];

    private int raceCount;
    private boolean racedWithWrite;

    /** A thread that begins after all that {@code known} covers; that is nothing if no other started it. */
    ThreadState(Slots slots, VectorClock known, Thread thread, Stack created) {
        this.slots = slots;
        this.known = known;
        this.thread = thread;
        this.identity = thread == null ? null : new Identity(thread, created);
        enterSlot();
        this.firstEpoch = epoch;
    }

    /** For tests: of no thread. */
    ThreadState(Slots slots, VectorClock known) {
        this(slots, known, null, null);
    }

    /** What happens before the next step of this thread, without its own accesses in this epoch. */
    VectorClock known() {
        return known;
    }

    /** What happened before {@code clock} also happens before all later steps of this thread. */
    void acquire(VectorClock clock) {
        if (covers(clock)) {
            settle(false);
            return;
        }
        VectorClock joined = known.join(clock);
        settle(joined != known);
        if (known != joined) {
            known = joined;
        }
        covered = clock;
    }

    /** Whether it has the variable to itself now. */
    boolean holds(Variable variable) {
        return holdsLocked && locked == variable;
    }

    /**
     * Whether what the thread has just released may replace a clock, because it covers that: no need to
     * compare the two where the thread has published that very clock, or acquired or released it last.
     */
    boolean mayReplace(VectorClock old, VectorClock released) {
        boolean covers = released == known && covers(old);
        if (covers && !covers(released)) {
            covered = released;
        }
        return covers;
    }

    private boolean covers(VectorClock clock) {
        return clock == covered || clock.isPublishedBy(mark);
    }

    /** What others know who see what this thread does now. */
    VectorClock release() {
        unpublished = Integer.MAX_VALUE;
        settle(true);
        if (hasRecorded()) {
            known = known.with(slot, clock).publishedBy(mark);
            recorded = false;
            ThreadFields.clearRecorded(thread);
            tick();
        }
        if (Tree.ON) {
            context.sent(clock);
        }
        return known;
    }

    /** What the thread does from now on has another epoch, if some word carries the current one. */
    void endEpoch() {
        if (hasRecorded()) {
            int before = slot;
            int from = Math.min(unpublished, clock);
            release();
            unpublished = slot == before ? from : Integer.MAX_VALUE;
        }
    }

    /** Whether an access is of this thread, and nobody can have learnt of it in order. */
    boolean isUnpublished(long word) {
        return Epoch.same(word, epoch)
                || Epoch.slot(word) == slot && Epoch.clock(word) >= unpublished;
    }

    /** The same for a read of this thread that is in a set. Looks at the last few clocks only. */
    boolean isUnpublishedIn(ReadShared shared) {
        if (shared.holds(epoch)) {
            return true;
        }
        for (int before = clock - 1; before >= unpublished && before >= clock - 4; before--) {
            if (shared.holds(Epoch.of(slot, before))) {
                return true;
            }
        }
        return false;
    }

    /** A thread that this one starts. */
    ThreadState fork(Thread child, Stack created) {
        return new ThreadState(slots, release(), child, created);
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
        footprints = null;
        spans = null;
        seen = null;
        slots.free(slot, clock - 1);
        slots.keepCounts(this);
        thread = null;
        if (identity != null) {
            identity.end();
        }
    }

    boolean hasEnded() {
        return last != null;
    }

    /** Whether an access that is remembered happens before the next step of this thread. */
    boolean isAfter(long word) {
        int other = Epoch.slot(word);
        // Of its own slot, a thread sees its own accesses, or those of one that it came after.
        if (other == slot) {
            return true;
        }
        if (known.get(other) < Epoch.clock(word)) {
            return false;
        }
        rememberAfter(word >>> Epoch.SITE_BITS);
        return true;
    }

    /** Whether all that a clock covers happens before the next step of this thread. */
    boolean isAfter(VectorClock clock) {
        return covers(clock) || known.join(clock) == known;
    }

    /**
     * What a thread has once come after, it stays after: inlined code knows the last two such epochs.
     */
    private void rememberAfter(long epoch) {
        if (epoch != after0 && epoch != after1) {
            after1 = after0;
            after0 = epoch;
            ThreadFields.setAfter(thread, after0, after1);
        }
    }

    /** Inlined code records as well, and says so in the thread. */
    private boolean hasRecorded() {
        return recorded || ThreadFields.hasRecorded(thread);
    }

    /** The word of an access of this thread, which from now on is somewhere. */
    long recordedAt(int site) {
        recorded = true;
        return epoch | site;
    }

    /** A word for a new read set. */
    long newSharedWord() {
        if (nextSharedWord == endOfSharedWords) {
            nextSharedWord = ReadShared.Numbers.takeBlock();
            endOfSharedWords = nextSharedWord + ReadShared.Numbers.BLOCK;
        }
        return ReadShared.Numbers.shuffled(nextSharedWord++);
    }

    /** The step that this thread last made with this hash. */
    ReadShared.Step step(long from, long added) {
        if (steps == null) {
            steps = new ReadShared.Step[FEW_STEPS];
        }
        ReadShared.Step step = steps[stepAt(from, added)];
        if (step != null && step.isInTheWayOf(from, added) && steps.length < MOST_STEPS) {
            steps = new ReadShared.Step[4 * steps.length];
            step = null;
        }
        if (step == null) {
            step = new ReadShared.Step();
            steps[stepAt(from, added)] = step;
        }
        return step;
    }

    /** Threads and clocks of both are mostly the same: what differs are sites and sets. */
    private int stepAt(long from, long added) {
        long mixed = (from ^ Long.rotateLeft(added, 32)) * 0x9E37_79B9_7F4A_7C15L;
        return (int) (mixed >>> 48) & steps.length - 1;
    }

    /** The read set with this word has a read of the current epoch. */
    void isIn(long sharedWord) {
        if (thread != null) {
            ThreadFields.setShared(thread, sharedWord);
        }
    }

    /** An access was remembered, in the words that the base has of a location, and which were these before. */
    void stored(Object base, long write, long read, ReadShared set) {
        stored = true;
        writeBefore = write;
        readBefore = read;
        setBefore = set;
        if (Epoch.isUnaccessed(write, read)) {
            addLocations(base, 1);
        }
    }

    /** So many locations more are told apart: of the array to whose shadow the words belong, or fields. */
    void addLocations(Object base, int locations) {
        figures[Figures.LOCATIONS] += locations;
        if (base instanceof long[] || base instanceof ArrayShadow || base instanceof ArrayModes) {
            figures[Figures.ARRAY_LOCATIONS] += locations;
        }
    }

    /** Whether another thread has done this in its current epoch. */
    boolean isOthersNow(long word) {
        int other = Epoch.slot(word);
        ThreadState holder = other == slot ? null : slots.holder(other);
        return holder != null && Epoch.clock(word) != 0 && Epoch.same(word, holder.epoch);
    }

    /** The thread that has a slot, unless it is this one. */
    ThreadState otherHolder(int other) {
        return other == slot ? null : slots.holder(other);
    }

    /** Whether inlined code of this thread knows that it comes after an access. Asked by others. */
    boolean hasInAfter(long word) {
        long epoch = word >>> Epoch.SITE_BITS;
        return epoch == after0 || epoch == after1;
    }

    /**
     * Whether inlined code of this thread may access an element with these words without asking: that is
     * said in the agent's {@code carrier}.
     */
    boolean owns(long write, long read) {
        if (((write ^ epoch) | (read ^ epoch)) >>> Epoch.SLOT_SHIFT == 0) {
            return true;
        }
        if (write == 0) {
            return Epoch.slot(read) == slot;
        }
        return Epoch.slot(write) == slot && (read == 0 || hasInAfter(read));
    }

    /** Whether a read set is known to have a read of the current epoch. */
    boolean knows(long sharedWord) {
        return thread != null && ThreadFields.knowsShared(thread, sharedWord);
    }

    /** The last access was to this element; if another thread may store over it, that is noted. */
    void keepTaken(Object array, int index, int site, boolean isWrite) {
        if (stored && Taken.isAtRisk(this, writeBefore, readBefore, setBefore)) {
            noteTaken(array, index, site, isWrite);
        }
    }

    /** Notes an element in which another thread has come in between. */
    void noteTaken(Object array, int index, int site, boolean isWrite) {
        if (thread != null) {
            if (taken == null) {
                taken = new Taken();
            }
            taken.add(this, array, index, site, isWrite);
        }
    }

    /** Before the thread learns of others or they of it; leaves what is known of the last access. */
    void lookAgain() {
        settle(false);
    }

    /** Does what will have to be done when its clock changes, where a report would then be in the way. */
    void settle() {
        settle(true);
    }

    /** {@code commits} if its clock is about to change. */
    private void settle(boolean commits) {
        boolean isOpen = commits && footprints != null && !footprints.isEmpty();
        if (!isOpen && (taken == null || taken.isEmpty())) {
            return;
        }
        long[] keptRaces = races;
        int keptCount = raceCount;
        boolean keptWithWrite = racedWithWrite;
        boolean keptStored = stored;
        long keptWriteBefore = writeBefore;
        long keptReadBefore = readBefore;
        ReadShared keptSetBefore = setBefore;
        try {
            races = new long[4];
            if (isOpen) {
                footprints.commit(this);
            }
            if (taken != null && !taken.isEmpty()) {
                taken.lookAgain(this);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            races = keptRaces;
            raceCount = keptCount;
            racedWithWrite = keptWithWrite;
            stored = keptStored;
            writeBefore = keptWriteBefore;
            readBefore = keptReadBefore;
            setBefore = keptSetBefore;
        }
    }

    /**
     * Keeps the stack of the last access for reports, now and then, if it was remembered. Runs library
     * code: only while the hooks of this thread do nothing.
     */
    void keepStack(int site) {
        if (stored && identity != null) {
            count(site);
        }
    }

    /** The same for an access that inlined code has remembered. */
    void keepInlinedStack(int site) {
        if (identity != null) {
            count(site);
        }
    }

    /** When enough stacks from a site have been kept, inlined code stops asking. */
    private void count(int site) {
        if (siteCounts == null) {
            siteCounts = new SiteCounts();
        }
        int count = siteCounts.increment(site);
        boolean isRacy = RacePairs.isRacy(site);
        boolean powerOfTwo = (count & (count - 1)) == 0;
        if (powerOfTwo || isRacy && (count < MOST_RACY || (count & 15) == 0)) {
            identity.history.add(epoch | site, new Stack(), locks.names());
        }
        if (count >= (isRacy ? MOST_RACY : MOST_INLINED)) {
            ThreadFields.settle(site);
        }
    }

    /** The initialisation of a class is known from now on. */
    void setInitialised(int classKey) {
        int index = classKey >>> 6;
        if (inits == null || index >= inits.length) {
            long[] more = new long[Math.max(index + 1, inits == null ? 8 : 2 * inits.length)];
            if (inits != null) {
                System.arraycopy(inits, 0, more, 0, inits.length);
            }
            inits = more;
            if (thread != null) {
                ThreadFields.setInits(thread, more);
            }
        }
        inits[index] |= 1L << classKey;
    }

    boolean isInitialised(int classKey) {
        int index = classKey >>> 6;
        return inits != null && index < inits.length && (inits[index] >>> classKey & 1) != 0;
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
        stored = false;
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
            setEpoch(Epoch.of(slot, clock));
        } else {
            // As if the thread forked itself and ended: all that it did under the old slot is in
            // what it knows, and nothing will ever be done under that slot again.
            slots.free(slot, clock);
            enterSlot();
        }
    }

    private void setEpoch(long next) {
        epoch = next;
        if (thread != null) {
            ThreadFields.setEpoch(thread, next);
        }
        if (seen != null) {
            Seen.forget(seen);
        }
    }

    private void enterSlot() {
        setEpoch(slots.take(this, known));
        slot = Epoch.slot(epoch);
        clock = Epoch.clock(epoch);
        if (Tree.ON) {
            context.begin(clock);
        }
        if (slot != Epoch.OVERFLOW_SLOT) {
            // Changes something only if the slot's last thread does not happen before this one.
            known = known.with(slot, clock - 1);
        }
    }
}
