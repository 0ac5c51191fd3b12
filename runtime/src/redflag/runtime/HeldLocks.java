package redflag.runtime;

/** The locks that a thread holds, in the order in which it took them. */
final class HeldLocks {
    /** Beyond so many the first ones are forgotten: someone takes and never gives back. */
    private static final int LIMIT = 256;

    private static final String[] NO_NAMES = {};

    private Object[] locks;

    /** For a monitor what was released into it, if that was there when it was taken. */
    private Variable[] variables;

    private int count;

    void push(Object lock, Variable variable) {
        if (locks == null) {
            locks = new Object[4];
            variables = new Variable[4];
        }
        if (count == LIMIT) {
            forget(0);
        } else if (count == locks.length) {
            Object[] moreLocks = new Object[2 * count];
            Variable[] moreVariables = new Variable[2 * count];
            System.arraycopy(locks, 0, moreLocks, 0, count);
            System.arraycopy(variables, 0, moreVariables, 0, count);
            locks = moreLocks;
            variables = moreVariables;
        }
        locks[count] = lock;
        variables[count] = variable;
        count++;
    }

    /** Takes a lock out that was taken last of all its equals. Returns what was pushed with it. */
    Variable pop(Object lock) {
        for (int i = count - 1; i >= 0; i--) {
            if (locks[i] == lock) {
                Variable variable = variables[i];
                forget(i);
                return variable;
            }
        }
        return null;
    }

    /**
     * The class of each lock and its identity, first taken first, each once.
     * Runs library code: only while the thread's hooks do nothing.
     */
    String[] names() {
        int different = 0;
        for (int i = 0; i < count; i++) {
            different += isFirst(i) ? 1 : 0;
        }
        if (different == 0) {
            return NO_NAMES;
        }
        String[] names = new String[different];
        int at = 0;
        for (int i = 0; i < count; i++) {
            if (isFirst(i)) {
                names[at++] = name(locks[i]);
            }
        }
        return names;
    }

    private boolean isFirst(int index) {
        for (int i = 0; i < index; i++) {
            if (locks[i] == locks[index]) {
                return false;
            }
        }
        return true;
    }

    private static String name(Object lock) {
        StringBuilder name = new StringBuilder(lock.getClass().getTypeName());
        name.append('@').append(Integer.toHexString(System.identityHashCode(lock)));
        return name.toString();
    }

    private void forget(int index) {
        // Most often it is the last.
        if (index < count - 1) {
            System.arraycopy(locks, index + 1, locks, index, count - index - 1);
            System.arraycopy(variables, index + 1, variables, index, count - index - 1);
        }
        count--;
        locks[count] = null;
        variables[count] = null;
    }
}
