package redflag.runtime;

/**
 * What a report says of a thread, alive or dead: its name, where it was created, and where it was at
 * some of its accesses.
 *
 * <p>Slots keep the identities of their last holders. So that those of dead threads stay bounded, what
 * is large in them is kept for the last dead ones only.
 */
final class Identity {
    private static final SpinLock LOCK = new SpinLock();

    /** The last threads that ended, whose stacks are kept. Guard: LOCK. */
    private static final Identity[] WITH_HISTORY = new Identity[256];

    /** The last threads that ended, whose places of creation are kept. Guard: LOCK. */
    private static final Identity[] WITH_CREATION = new Identity[4096];

    /** How many have ended. Guard: LOCK. */
    private static int ended;

    /** Null when it has ended. Written by the thread itself. */
    private volatile Thread thread;

    /** Its name when it ended, null before. Written by the thread itself. */
    private volatile String lastName;

    /** Null if not known. Guard: LOCK once the thread has ended; it only ever becomes null. */
    private volatile Stack created;

    final History history = new History();

    Identity(Thread thread, Stack created) {
        this.thread = thread;
        this.created = created;
    }

    /** Null if it has none. Runs library code: only while the asking thread's hooks do nothing. */
    String name() {
        Thread living = thread;
        String name = living == null ? lastName : living.getName();
        return name == null || name.isEmpty() ? null : name;
    }

    /** Null if not known. Runs library code, as {@link #name}. */
    String[] createdAt() {
        Stack stack = created;
        return stack == null ? null : stack.frames();
    }

    /** The thread takes no more steps. */
    void end() {
        lastName = thread == null ? null : thread.getName();
        thread = null;
        boolean locked = false;
        try {
            locked = LOCK.lock();
            int index = ended++;
            Identity first = WITH_HISTORY[index & (WITH_HISTORY.length - 1)];
            if (first != null) {
                first.history.drop();
            }
            WITH_HISTORY[index & (WITH_HISTORY.length - 1)] = this;
            first = WITH_CREATION[index & (WITH_CREATION.length - 1)];
            if (first != null) {
                first.created = null;
            }
            WITH_CREATION[index & (WITH_CREATION.length - 1)] = this;
        } finally {
            if (locked) {
                LOCK.held = 0;
            }
        }
    }
}
