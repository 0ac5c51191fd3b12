package redflag.runtime;

/**
 * Variables that order threads, and fences. A variable is an object and an offset into it, or null and
 * an address, or a volatile field by its key. {@link Inside} says what hooks are.
 */
public final class VariableHooks {
    private VariableHooks() {}

    /** The variable was read in a mode that acquires. */
    public static void acquireVariable(Object state, Object base, long offset) {
        ThreadState thread = null;
        try {
            thread = Inside.enterOrdering(state);
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
            thread = Inside.enterOrdering(state);
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
            thread = Inside.enterOrdering(state);
            if (thread == null) {
                return null;
            }
            Variable variable = Variable.of(thread, base, offset);
            if (IndirectAccesses.any) {
                IndirectAccesses.prepareUpdate(thread, base, offset);
            }
            // Not while the variable is held: it may report.
            thread.settle();
            if (thread.locked != variable) {
                thread.locked = variable;
            }
            // The last call: were there no stack for it, there would be nothing to give back.
            if (variable.lock()) {
                thread.holdsLocked = true;
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
                if (thread.holdsLocked && thread.locked == locked) {
                    locked.held = 0;
                    thread.holdsLocked = false;
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
                if (thread.holdsLocked && thread.locked == locked) {
                    locked.held = 0;
                    thread.holdsLocked = false;
                }
                thread.inside = false;
            }
        }
    }

    /** A volatile field was read, of an object, or of a class if it is static. */
    public static void volatileRead(Object state, Object base, int key) {
        ThreadState thread = null;
        try {
            thread = Inside.enterOrdering(state);
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
            thread = Inside.enterOrdering(state);
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

    /** The variable is about to be written in a mode that does not release, and is atomic. */
    public static void beforeOpaqueWrite(Object state, Object base, long offset) {
        ThreadState thread = null;
        try {
            thread = Inside.enterOrdering(state);
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
            thread = Inside.enterOrdering(state);
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

    /** A fence that releases, or acquires, or does both. */
    public static void fence(Object state, boolean release, boolean acquire) {
        ThreadState thread = null;
        try {
            thread = Inside.enterOrdering(state);
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

    private static void release(ThreadState thread, Variable variable) {
        variable.release(thread, FastTrack.writeVolatile(thread));
    }
}
