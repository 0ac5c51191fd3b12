package redflag.runtime;

/**
 * What instrumented code calls, through the carrier: each method is an event of the current thread,
 * whose state comes first. Without a state, the thread is seen for the first time.
 *
 * <p>A hook does nothing while its thread is inside of another one, since what the runtime itself uses
 * of the library is instrumented too; nor when the thread has ended. None throws. All are written
 * alike: whether the thread was entered is known from a local variable, and leaving is a store, so that
 * running out of stack anywhere leaves nothing behind. If that loses an event that orders threads, no
 * race is reported any more ({@link Failures}).
 */
public final class Hooks {
    private Hooks() {}

    // Monitors.

    /** The thread has entered the monitor. */
    public static void acquireMonitor(Object state, Object lock) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null) {
                Variable monitor = Variable.find(thread, lock, Variable.MONITOR);
                if (monitor != null) {
                    FastTrack.acquire(thread, monitor.released(thread));
                }
                thread.locks.push(lock, monitor);
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The thread is about to leave the monitor. */
    public static void releaseMonitor(Object state, Object lock) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null) {
                Variable monitor = thread.locks.pop(lock);
                if (monitor == null) {
                    monitor = Variable.of(thread, lock, Variable.MONITOR);
                }
                monitor.release(thread, FastTrack.release(thread));
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The thread is about to wait: as long as it does it has left the monitor. */
    public static void beforeWait(Object state, Object lock) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null) {
                thread.waitingOn = lock;
                Variable.of(thread, lock, Variable.MONITOR).release(thread, FastTrack.release(thread));
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The thread has waited, and has entered the monitor again. */
    public static void afterWait(Object state, Object lock) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null) {
                thread.waitingOn = null;
                acquire(thread, lock, Variable.MONITOR);
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** For reports: the thread took a lock of the library. */
    public static void lockTaken(Object state, Object lock) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null) {
                thread.locks.push(lock, null);
            }
        } catch (Throwable failure) {
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** For reports: the thread is about to give it back. */
    public static void lockGiven(Object state, Object lock) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null) {
                thread.locks.pop(lock);
            }
        } catch (Throwable failure) {
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    // Variables: an object and an offset into it, or null and an address.

    /** The variable was read in a mode that acquires. */
    public static void acquireVariable(Object state, Object base, long offset) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null) {
                Variable variable = Variable.find(thread, base, offset);
                if (variable != null) {
                    FastTrack.readVolatile(thread, variable.released(thread));
                }
                if (IndirectAccesses.any) {
                    IndirectAccesses.access(thread, base, offset, IndirectAccesses.ATOMIC_READ);
                }
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The variable is about to be written in a mode that releases. */
    public static void releaseVariable(Object state, Object base, long offset) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null) {
                if (IndirectAccesses.any) {
                    IndirectAccesses.access(thread, base, offset, IndirectAccesses.ATOMIC_WRITE);
                }
                release(thread, Variable.of(thread, base, offset));
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /**
     * The variable is about to be compared and set, or changed in another way that reads and writes in
     * one step. Until {@link #unlockVariable} gets what this returns, nobody else's such step is between,
     * and nobody acquires. No other hook is called in between. Null if the step is not to be tracked.
     */
    public static Object lockVariable(Object state, Object base, long offset) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread == null) {
                return null;
            }
            Variable variable = Variable.of(thread, base, offset);
            if (IndirectAccesses.any) {
                IndirectAccesses.prepareUpdate(thread, base, offset);
            }
            // Not while the variable is held: it may report.
            thread.lookAgain();
            // The last call: were there no stack for it, there would be nothing to give back.
            if (variable.lock()) {
                thread.locked = variable;
            }
            return variable;
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
            return null;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The same for a variable that is data of the program too; null also if it is not. */
    public static Object lockData(Object state, Object base, long offset) {
        try {
            return IndirectAccesses.any && IndirectAccesses.isData(base, offset)
                    ? lockVariable(state, base, offset)
                    : null;
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
            return null;
        }
    }

    /** The step is done; whether it wrote, in a mode that releases, and read in one that acquires. */
    public static void unlockVariable(
            Object state, Object variable, boolean wrote, boolean release, boolean acquire) {
        if (variable == null) {
            return;
        }
        Variable locked = (Variable) variable;
        ThreadState thread = null;
        try {
            // Whatever else the thread has been told, it was tracked when it locked.
            ThreadState known = state == null ? Threads.adopt() : (ThreadState) state;
            if (known.inside || known.hasEnded()) {
                return;
            }
            thread = known;
            thread.inside = true;
            VectorClock before = locked.released(thread);
            if (acquire) {
                FastTrack.readVolatile(thread, before);
            } else {
                thread.pending = thread.pending == null ? before : thread.pending.join(before);
            }
            Object base = null;
            int races = 0;
            if (wrote && IndirectAccesses.any) {
                base = locked.get();
                races = IndirectAccesses.checkUpdate(thread, base, locked.number);
            }
            if (wrote && release) {
                release(thread, locked);
            } else if (wrote && thread.fence != null) {
                locked.releaseFence(thread.fence);
            }
            if (races != 0 || !wrote && IndirectAccesses.any) {
                // Nobody must wait for a report, nor for a read that publishes nothing.
                if (thread.locked == locked) {
                    locked.held = 0;
                    thread.locked = null;
                }
                if (wrote) {
                    IndirectAccesses.reportUpdate(thread, races, base, locked.number);
                } else {
                    IndirectAccesses.access(
                            thread, locked.get(), locked.number, IndirectAccesses.FAILED_UPDATE);
                }
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                if (thread.locked == locked) {
                    locked.held = 0;
                    thread.locked = null;
                }
                thread.inside = false;
            }
        }
    }

    /** The variable is about to be written in a mode that does not release, and is atomic. */
    public static void beforeOpaqueWrite(Object state, Object base, long offset) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null && IndirectAccesses.any) {
                IndirectAccesses.access(thread, base, offset, IndirectAccesses.ATOMIC_WRITE);
            }
            if (thread != null && thread.fence != null) {
                Variable.of(base, offset).releaseFence(thread.fence);
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The variable was read in a mode that does not acquire, and is atomic. */
    public static void afterOpaqueRead(Object state, Object base, long offset) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null) {
                Variable variable = Variable.find(thread, base, offset);
                if (variable != null) {
                    VectorClock released = variable.released(thread);
                    VectorClock pending = thread.pending;
                    thread.pending = pending == null ? released : pending.join(released);
                }
                if (IndirectAccesses.any) {
                    IndirectAccesses.access(thread, base, offset, IndirectAccesses.ATOMIC_READ);
                }
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    public static void releaseFence(Object state) {
        try {
            fence(state, true, false);
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    public static void acquireFence(Object state) {
        try {
            fence(state, false, true);
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    public static void fullFence(Object state) {
        try {
            fence(state, true, true);
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    private static void fence(Object state, boolean release, boolean acquire) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread == null) {
                return;
            }
            if (acquire && thread.pending != null) {
                thread.acquire(thread.pending);
                thread.pending = null;
            }
            if (release) {
                thread.fence = thread.release();
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** A volatile field was read, of an object, or of a class if it is static. */
    public static void volatileRead(Object state, Object base, int key) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null) {
                Field field = Fields.get(key, base);
                Variable variable =
                        field == null ? null : Variable.find(thread, base, field.offset);
                if (variable != null) {
                    FastTrack.readVolatile(thread, variable.released(thread));
                }
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** A volatile field is about to be written. */
    public static void volatileWrite(Object state, Object base, int key) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null) {
                Field field = Fields.get(key, base);
                if (field != null) {
                    release(thread, Variable.of(thread, base, field.offset));
                }
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    // Data.

    /** A field is read, of an object, or of a class if it is static, and not in the same epoch. */
    public static void readField(Object state, Object base, int key, int site) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null) {
                Accesses.readField(thread, base, key, site);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** A field is written, otherwise as {@link #readField}. */
    public static void writeField(Object state, Object base, int key, int site) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null) {
                Accesses.writeField(thread, base, key, site);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** Inlined code has remembered an access of the site. */
    public static void keepStack(Object state, int site) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null) {
                thread.keepInlinedStack(site);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** What may be a field or an element of the program was read in plain mode, by the library. */
    public static void afterPlainRead(Object state, Object base, long offset) {
        if (IndirectAccesses.any) {
            plain(state, base, offset, false);
        }
    }

    public static void afterPlainWrite(Object state, Object base, long offset) {
        if (IndirectAccesses.any) {
            plain(state, base, offset, true);
        }
    }

    private static void plain(Object state, Object base, long offset, boolean isWrite) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null) {
                IndirectAccesses.access(
                        thread,
                        base,
                        offset,
                        isWrite ? IndirectAccesses.WRITE : IndirectAccesses.READ);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The same for an element by its index. */
    public static void afterElementRead(Object state, Object array, int index) {
        if (IndirectAccesses.any) {
            plainElement(state, array, index, false);
        }
    }

    public static void afterElementWrite(Object state, Object array, int index) {
        if (IndirectAccesses.any) {
            plainElement(state, array, index, true);
        }
    }

    private static void plainElement(Object state, Object array, int index, boolean isWrite) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null) {
                IndirectAccesses.accessElement(thread, array, index, isWrite);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The library was asked for a way to reach a field, or elements of arrays of a class. */
    public static void fieldWanted(Object state, Object member) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null && member != null) {
                IndirectAccesses.want(member);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    public static void elementsWanted(Object state, Object arrayClass) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null && arrayClass != null) {
                IndirectAccesses.wantElements(arrayClass);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** A class is about to be defined; returns what is to be defined instead. */
    public static byte[] defined(Object state, byte[] bytes, int flags) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            return thread == null ? bytes : IndirectAccesses.defined(bytes, flags);
        } catch (Throwable failure) {
            Failures.reason = failure;
            return bytes;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /**
     * The words of an array's elements: of the element i, the write word is at 2i and the read word at
     * 2i+1. Null if the array is null, or so long that it has none; it is then not checked.
     */
    public static long[] shadow(Object array) {
        try {
            ArrayShadow shadow = array == null ? null : ArrayShadows.of(array);
            return shadow == null ? null : shadow.words;
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
            return null;
        }
    }

    /** An element is read, and not in the same epoch. */
    public static void readElement(Object state, Object array, int index, int site) {
        try {
            readRange(state, array, index, index + 1, site);
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        }
    }

    /** An element is written, and not in the same epoch. */
    public static void writeElement(Object state, Object array, int index, int site) {
        try {
            writeRange(state, array, index, index + 1, site);
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        }
    }

    /** An element is read, and not in the same epoch; with the words of its array. */
    public static void readWord(Object state, Object array, int index, long[] words, int site) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null) {
                Accesses.readElement(thread, array, index, words, site);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** An element is written, otherwise as {@link #readWord}. */
    public static void writeWord(Object state, Object array, int index, long[] words, int site) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null) {
                Accesses.writeElement(thread, array, index, words, site);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** Elements are read; those of the range that the array does not have count for nothing. */
    public static void readRange(Object state, Object array, int from, int to, int site) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null && array != null) {
                Accesses.readRange(thread, array, from, to, site);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /**
     * Two arrays were compared: their elements are read up to the first that differs. If that is
     * another one by now, then someone writes what was read here, and the race is real.
     */
    public static void readEqual(Object state, Object one, Object other, int site, int otherSite) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null && one != null && other != null) {
                int to = Comparison.elementsRead(one, other);
                Accesses.readRange(thread, one, 0, to, site);
                Accesses.readRange(thread, other, 0, to, otherSite);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** Elements are written, otherwise as {@link #readRange}. */
    public static void writeRange(Object state, Object array, int from, int to, int site) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null && array != null) {
                Accesses.writeRange(thread, array, from, to, site);
            }
        } catch (Throwable failure) {
            Failures.lostChecks = Failures.lostChecks + 1;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** An access happened, whatever else is called for it. */
    public static void counted(Object state, boolean write) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null) {
                thread.figures[write ? Figures.WRITES : Figures.READS]++;
            }
        } catch (Throwable failure) {
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    // Threads.

    /** The thread is about to start another. */
    public static void fork(Object state, Object child) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null && ThreadFields.state(child) == null) {
                ThreadState forked = FastTrack.fork(thread, (Thread) child, new Stack());
                if (forked != null) {
                    ThreadFields.setState(child, forked);
                }
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The thread itself does nothing more that anyone could see. */
    public static void end(Object thread) {
        ThreadState ending = null;
        try {
            ThreadState known = ThreadFields.state(thread);
            ending = known == null ? null : enter(known);
            if (ending != null) {
                FastTrack.end(ending);
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (ending != null) {
                ending.inside = false;
            }
        }
    }

    /** The thread knows that another one, which had been started, has ended. */
    public static void join(Object state, Object other) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null) {
                ThreadState ended = ThreadFields.state(other);
                if (ended != null && ended.hasEnded()) {
                    FastTrack.join(thread, ended);
                }
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The answer of {@link Thread#isAlive}, or of another method of that name; returns it. */
    public static boolean afterIsAlive(Object state, Object receiver, boolean alive) {
        try {
            if (!alive && receiver instanceof Thread) {
                join(state, receiver);
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
        return alive;
    }

    /** The answer of {@link Thread#getState}. */
    public static void afterGetState(Object state, Object thread, Object threadState) {
        try {
            if (threadState == Thread.State.TERMINATED) {
                join(state, thread);
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    /** The thread is about to interrupt another. */
    public static void interrupt(Object state, Object thread) {
        try {
            releaseInto(state, thread, Variable.INTERRUPTION);
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    /** The thread has learnt that it was interrupted; perhaps out of waiting on a monitor. */
    public static void interrupted(Object state) {
        ThreadState thread = null;
        try {
            // Also while scheduling: that is where sleeping and joining threads learn of it.
            thread = enter(state);
            if (thread != null) {
                acquire(thread, thread.thread, Variable.INTERRUPTION);
                Object lock = thread.waitingOn;
                if (lock != null) {
                    thread.waitingOn = null;
                    acquire(thread, lock, Variable.MONITOR);
                }
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** What the thread does from here on orders nothing, until as many calls of {@link #resume}. */
    public static void suspend(Object state) {
        try {
            suspend(state, 1);
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    public static void resume(Object state) {
        try {
            suspend(state, -1);
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    private static void suspend(Object state, int more) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null) {
                thread.suspended = Math.max(0, thread.suspended + more);
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /**
     * Code of the program is about to be called from where threads are not ordered: it orders them. How
     * often the thread was suspended, for {@link #suspendAgain}; null if it was not.
     */
    public static Object resumeAll(Object state) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null) {
                int times = thread.suspended;
                thread.suspended = 0;
                return times == 0 ? null : Integer.valueOf(times);
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
        return null;
    }

    public static void suspendAgain(Object state, Object times) {
        try {
            if (times != null) {
                suspend(state, ((Integer) times).intValue());
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        }
    }

    // Class initialisation.

    /** The static initialiser of the class with this key has come to its end. */
    public static void initialised(Object state, int classKey) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null) {
                ClassInits.initialised(classKey, thread.release());
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The thread uses the class, and has not been seen to use it after its initialisation. */
    public static void use(Object state, int classKey) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null) {
                VectorClock clock = ClassInits.clock(classKey);
                if (clock != null) {
                    thread.acquire(clock);
                    thread.setInitialised(classKey);
                }
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    // Objects: final fields, finalisers, references.

    /** A constructor ends that has stored this object into a final field. */
    public static void freeze(Object state, Object value) {
        ThreadState thread = null;
        try {
            thread = enter(state);
            if (thread != null && Frozen.isConcerned(value)) {
                Frozen.mark(value, thread.release());
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /**
     * An object with a finaliser has been made. What comes back is kept in the object: when it is
     * finalised, no weak reference to it is left that a table could know it by.
     */
    public static Object constructed(Object state) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            return thread == null ? null : thread.release();
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
            return null;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The finaliser of an object begins, with what {@link #constructed} gave. */
    public static void finalizing(Object state, Object made) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null && made != null) {
                thread.acquire((VectorClock) made);
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The object is reachable up to here. Matters only to references that were made to it before. */
    public static void fence(Object state, Object object) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null && object != null) {
                Variable variable = Variable.find(object, Variable.REACHABILITY);
                if (variable == null) {
                    variable = Variable.find(object, Variable.CONSTRUCTION);
                }
                if (variable != null) {
                    variable.release(thread, FastTrack.release(thread));
                }
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** A reference with a queue has been made. */
    public static void referenceMade(Object state, Object reference, Object referent) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null && reference != null && referent != null) {
                Variable variable = Variable.of(referent, Variable.REACHABILITY);
                QueuedReferences.made(reference, variable);
                variable.release(thread, FastTrack.release(thread));
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    /** The thread has taken a reference out of its queue. */
    public static void referenceRemoved(Object state, Object reference) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null && reference != null) {
                Variable variable = QueuedReferences.reachability(reference);
                if (variable != null) {
                    FastTrack.acquire(thread, variable.released(thread));
                }
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    // Reflection.

    /** Those fields or methods that were not added to their class. */
    public static Object[] visible(Object[] members) {
        try {
            return Members.visible(members);
        } catch (Throwable failure) {
            Failures.reason = failure;
            return members;
        }
    }

    // For all of them.

    /**
     * The current thread's state, now inside; null if the event counts for nothing. The caller must set
     * {@link ThreadState#inside} to false again if it is not null. After that is set nothing is called.
     */
    private static ThreadState enter(Object state) {
        ThreadState thread = state == null ? Threads.adopt() : (ThreadState) state;
        if (thread.inside || thread.hasEnded()) {
            return null;
        }
        if (thread.locked != null) {
            unlock(thread);
        }
        thread.inside = true;
        return thread;
    }

    /** The same for events that order threads. */
    private static ThreadState enterOrdering(Object state) {
        ThreadState thread = state == null ? Threads.adopt() : (ThreadState) state;
        if (thread.inside || thread.hasEnded()) {
            return null;
        }
        if (thread.locked != null) {
            unlock(thread);
        }
        if (thread.suspended != 0) {
            return null;
        }
        thread.figures[Figures.SYNCHRONISATIONS]++;
        thread.inside = true;
        return thread;
    }

    /**
     * The thread has not come to {@link #unlockVariable} after its last {@link #lockVariable}: there was
     * no stack for the call, or the class loader runs in between. As if it had, with an effect; an order
     * too many is better than one too few.
     */
    private static void unlock(ThreadState thread) {
        Variable variable = thread.locked;
        try {
            thread.acquire(variable.released(thread));
            variable.release(thread, thread.release());
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            variable.held = 0;
            thread.locked = null;
        }
    }

    private static void releaseInto(Object state, Object base, long number) {
        ThreadState thread = null;
        try {
            thread = enterOrdering(state);
            if (thread != null) {
                Variable.of(base, number).release(thread, FastTrack.release(thread));
            }
        } catch (Throwable failure) {
            Failures.lostOrder = true;
            Failures.reason = failure;
        } finally {
            if (thread != null) {
                thread.inside = false;
            }
        }
    }

    private static void acquire(ThreadState thread, Object base, long number) {
        Variable variable = Variable.find(base, number);
        if (variable != null) {
            FastTrack.acquire(thread, variable.released(thread));
        }
    }

    private static void release(ThreadState thread, Variable variable) {
        variable.release(thread, FastTrack.writeVolatile(thread));
    }
}
