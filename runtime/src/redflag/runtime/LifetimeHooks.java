package redflag.runtime;

/**
 * The lives of classes and objects: initialisers, final fields, finalisers, references. {@link Inside}
 * says what hooks are.
 */
public final class LifetimeHooks {
    private LifetimeHooks() {}

    /** The static initialiser of the class with this key has come to its end. */
    public static void initialised(Object state, int classKey) {
        ThreadState thread = null;
        try {
            thread = Inside.enterOrdering(state);
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
            thread = Inside.enterOrdering(state);
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

    /** A constructor ends that has stored this object into a final field. */
    public static void freeze(Object state, Object value) {
        ThreadState thread = null;
        try {
            thread = Inside.enter(state);
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
            thread = Inside.enterOrdering(state);
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
            thread = Inside.enterOrdering(state);
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
    public static void reachable(Object state, Object object) {
        ThreadState thread = null;
        try {
            thread = Inside.enterOrdering(state);
            if (thread != null && object != null) {
                Variable variable = Variable.find(object, Variable.REACHABILITY);
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
            thread = Inside.enterOrdering(state);
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
            thread = Inside.enterOrdering(state);
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
}
