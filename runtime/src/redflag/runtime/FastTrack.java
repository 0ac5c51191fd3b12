package redflag.runtime;

/**
 * The rules of FastTrack (Flanagan and Freund; [BigFoot §1], [ShrinkWrap §2.2]), each under its name.
 *
 * <p>Differs from the paper:
 *
 * <ul>
 *   <li>After a race the state goes on as if the accesses had been ordered, and reads that raced
 *       with a write are forgotten, so that one mistake is not reported for ever. A thread whose
 *       reads stay unordered with the last write does report each epoch anew.
 *   <li>[Read Shared Same Epoch] is of the paper's later version. Shared reads are kept as {@link
 *       ReadShared} says.
 *   <li>Remembered accesses carry their site. Of several reads from one site that race with the same
 *       write one is reported.
 *   <li>Clocks tick only when it makes a difference ({@link ThreadState}).
 * </ul>
 *
 * <p>A location is reported if and only if two conflicting accesses to it are unordered, and first
 * at the earliest access that races with one before it.
 *
 * <h2>Why the same-epoch test needs no lock</h2>
 *
 * <p>It loads one word, in one piece, while others may be changing the location. If the word carries
 * the thread's own slot and current clock, then this thread itself stored it, in this epoch: a slot
 * has one living thread, and its clocks never come back. So an access of the same kind was checked in
 * this epoch already, and the thread has released nothing since, or its clock would have ticked. To
 * everyone else the two accesses then stand in the same order: whatever happens after one of them
 * and comes later than both happens after the other. One remembered word speaks for both.
 *
 * <p>The word may be stale: another thread has meanwhile stored its own conflicting access. That one
 * cannot happen after our first access, since we have released nothing; so it raced with it, and its
 * thread, which found our word under the lock, has reported the location. Skipping this access hides
 * no location, and invents nothing.
 *
 * <p>Looking for one's own epoch in a {@link ReadShared} is right for the same reasons, because a set
 * never changes. It is enough to have looked once in an epoch: a set has a word of its own, and
 * wherever that word is found later in this epoch, the set stands for reads of that location too, ours
 * among them. So the inlined test also compares with the words of some sets that are known to hold the
 * current epoch.
 *
 * <p>In all other cases {@link Exclusive} decides, or the words are read again under the stripe of the
 * location.
 */
final class FastTrack {
    private FastTrack() {}

    /**
     * A read of a location. {@code hash} must always be the same for the same location. Returns how
     * many prior accesses it races with; they are in the thread's state until its next access.
     */
    static int onRead(ThreadState thread, Words words, Object base, long at, int hash, int site) {
        return onRead(thread, words, base, at, hash, site, false);
    }

    /**
     * The same; {@code again} if the access is remembered already and another thread may have come in
     * between, so that what the words say of this epoch settles nothing.
     */
    static int onRead(
            ThreadState thread,
            Words words,
            Object base,
            long at,
            int hash,
            int site,
            boolean again) {
        SpinLock stripe = null;
        Deferred deferred = null;
        boolean isRevealed = false;
        boolean locked = false;
        try {
            stripe = Stripes.of(hash);
            thread.clearRaces();
            if (!again && isReadSameEpoch(thread, words, base, at)) {
                return 0;
            }
            if (Tree.ON && !again && Tree.skipsRead(thread, words, base, at, site)) {
                return 0;
            }
            deferred = words.deferred(base);
            if (deferred != null) {
                isRevealed = deferred.lock();
                words.reveal(base, at, thread);
            }
            locked = stripe.lock();
            while (!readOnce(thread, words, base, at, site)) {
                thread.clearRaces();
            }
            return Failures.lostOrder ? 0 : thread.raceCount();
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
            return 0;
        } finally {
            if (locked) {
                stripe.held = 0;
            }
            if (isRevealed) {
                deferred.held = 0;
            }
        }
    }

    /** A write of a location, otherwise as {@link #onRead}. */
    static int onWrite(ThreadState thread, Words words, Object base, long at, int hash, int site) {
        return onWrite(thread, words, base, at, hash, site, false);
    }

    static int onWrite(
            ThreadState thread,
            Words words,
            Object base,
            long at,
            int hash,
            int site,
            boolean again) {
        SpinLock stripe = null;
        Deferred deferred = null;
        boolean isRevealed = false;
        boolean locked = false;
        try {
            stripe = Stripes.of(hash);
            thread.clearRaces();
            if (!again && Epoch.same(words.write(base, at), thread.epoch)) {
                count(thread, Rules.WRITE_SAME_EPOCH);
                return 0;
            }
            if (Tree.ON && !again && Tree.skipsWrite(thread, words, base, at, site)) {
                return 0;
            }
            deferred = words.deferred(base);
            if (deferred != null) {
                isRevealed = deferred.lock();
                words.reveal(base, at, thread);
            }
            locked = stripe.lock();
            while (!writeOnce(thread, words, base, at, site)) {
                thread.clearRaces();
            }
            return Failures.lostOrder ? 0 : thread.raceCount();
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
            return 0;
        } finally {
            if (locked) {
                stripe.held = 0;
            }
            if (isRevealed) {
                deferred.held = 0;
            }
        }
    }

    /**
     * A read, under the stripe. {@link Exclusive} does without: so a word is changed only if it is as it
     * was, else the answer is false; and the other word is looked at again afterwards.
     */
    private static boolean readOnce(
            ThreadState thread, Words words, Object base, long at, int site) {
        long read = words.read(base, at);
        ReadShared shared = Epoch.isShared(read) ? words.shared(base, at) : null;
        long write = words.write(base, at);
        long newRead = read(thread, write, read, shared, site);
        if (Epoch.isShared(newRead)) {
            // The set goes first: one who sees the word without a lock then finds a set.
            words.setShared(base, at, thread.shared);
        }
        if (!words.replaceRead(base, at, read, newRead)) {
            return false;
        }
        if (Epoch.isShared(newRead)) {
            thread.isIn(newRead);
        } else if (Epoch.isShared(read)) {
            words.setShared(base, at, null);
        }
        long now = words.write(base, at);
        if (now != write && thread.raceCount() == 0) {
            raceWithWrite(thread, now);
        }
        thread.stored(base, write, read, shared);
        return true;
    }

    private static boolean writeOnce(
            ThreadState thread, Words words, Object base, long at, int site) {
        long read = words.read(base, at);
        ReadShared shared = Epoch.isShared(read) ? words.shared(base, at) : null;
        long write = words.write(base, at);
        long newRead = write(thread, write, read, shared);
        if (!words.replaceWrite(base, at, write, thread.recordedAt(site))) {
            return false;
        }
        if (newRead != read
                && words.replaceRead(base, at, read, newRead)
                && Epoch.isShared(read)) {
            words.setShared(base, at, null);
        }
        // Only those who have the stripe make sets.
        long now = words.read(base, at);
        if (now != read && now != newRead && !thread.isAfter(now)) {
            thread.addRaceWithRead(now);
        }
        thread.stored(base, write, read, shared);
        return true;
    }

    /**
     * The rules for a read in a new epoch: from the state of a location to its new read word. If that
     * {@link Epoch#isShared}, the new set is {@link ThreadState#shared}. The write word stays.
     */
    static long read(ThreadState thread, long write, long read, ReadShared shared, int site) {
        raceWithWrite(thread, write);
        long now = thread.recordedAt(site);
        if (Epoch.isShared(read)) {
            return readShared(thread, shared, now);
        }
        if (thread.isAfter(read)) {
            return readExclusive(thread, now);
        }
        return readShare(thread, read, now);
    }

    /**
     * The rules for a write in a new epoch: from the state of a location to its new read word. The new
     * write word is the epoch of this write.
     */
    static long write(ThreadState thread, long write, long read, ReadShared shared) {
        raceWithWrite(thread, write);
        return Epoch.isShared(read) ? writeShared(thread, shared) : writeExclusive(thread, read);
    }

    /** [Acquire]: of a lock with the clock of its last release. */
    static void acquire(ThreadState thread, VectorClock released) {
        try {
            count(thread, Rules.ACQUIRE);
            thread.acquire(released);
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    /** [Release]: the lock's new clock. */
    static VectorClock release(ThreadState thread) {
        try {
            count(thread, Rules.RELEASE);
            return thread.release();
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
            return VectorClock.EMPTY;
        }
    }

    /** [Read Volatile]: of a variable with the clock of all its writes. */
    static void readVolatile(ThreadState thread, VectorClock written) {
        try {
            count(thread, Rules.READ_VOLATILE);
            thread.acquire(written);
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    /** [Write Volatile]: what is to be joined into the variable's clock. */
    static VectorClock writeVolatile(ThreadState thread) {
        try {
            count(thread, Rules.WRITE_VOLATILE);
            return thread.release();
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
            return VectorClock.EMPTY;
        }
    }

    /** [Fork]: the state of the new thread; null if there is no room for it. */
    static ThreadState fork(ThreadState thread, Thread child, Stack created) {
        try {
            count(thread, Rules.FORK);
            return thread.fork(child, created);
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
            return null;
        }
    }

    /** For tests: of no thread. */
    static ThreadState fork(ThreadState thread) {
        return fork(thread, null, null);
    }

    /** [Join]: with a thread that has ended. */
    static void join(ThreadState thread, ThreadState child) {
        try {
            count(thread, Rules.JOIN);
            thread.join(child);
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    /** The thread takes no more steps; before anyone joins it. */
    static void end(ThreadState thread) {
        try {
            thread.end();
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    /** [Read Same Epoch] and [Read Shared Same Epoch], without the lock. */
    private static boolean isReadSameEpoch(
            ThreadState thread, Words words, Object base, long at) {
        long read = words.read(base, at);
        if (Epoch.same(read, thread.epoch)) {
            count(thread, Rules.READ_SAME_EPOCH);
            return true;
        }
        if (Epoch.isShared(read)) {
            ReadShared shared = words.shared(base, at);
            if (shared != null && shared.holds(thread.epoch)) {
                count(thread, Rules.READ_SHARED_SAME_EPOCH);
                // From now on the inlined test knows the set. The set's own word: that of the
                // location may be another's already.
                thread.isIn(shared.word);
                return true;
            }
        }
        return false;
    }

    /** [Read Exclusive]: the last read happens before this one, or there was none. */
    private static long readExclusive(ThreadState thread, long now) {
        count(thread, Rules.READ_EXCLUSIVE);
        return now;
    }

    /** [Read Share]: the last read and this one are unordered. */
    private static long readShare(ThreadState thread, long read, long now) {
        count(thread, Rules.READ_SHARE);
        thread.shared = ReadShared.of(thread, read, now);
        return thread.shared.word;
    }

    /** [Read Shared]: several reads are unordered already. */
    private static long readShared(ThreadState thread, ReadShared shared, long now) {
        count(thread, Rules.READ_SHARED);
        ReadShared added = shared.with(thread, now);
        thread.shared = added;
        return added == null ? now : added.word;
    }

    /** [Write Exclusive]: one read at most is remembered. */
    private static long writeExclusive(ThreadState thread, long read) {
        count(thread, Rules.WRITE_EXCLUSIVE);
        if (thread.isAfter(read)) {
            return read;
        }
        thread.addRaceWithRead(read);
        return 0;
    }

    /** [Write Shared]: the write must come after all the reads, and then stands for them. */
    private static long writeShared(ThreadState thread, ReadShared shared) {
        count(thread, Rules.WRITE_SHARED);
        shared.addRacesTo(thread);
        return 0;
    }

    private static void raceWithWrite(ThreadState thread, long write) {
        if (!thread.isAfter(write)) {
            thread.addRaceWithWrite(write);
        }
    }

    private static void count(ThreadState thread, int rule) {
        if (Rules.COUNTED) {
            thread.rules[rule]++;
        }
    }
}
