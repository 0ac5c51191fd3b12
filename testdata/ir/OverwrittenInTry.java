/** Which value of a variable a handler sees depends on the call that threw. */
//@ phis: progress int
//@ phis: sameForAll
//@ phis: resource java.lang.String java.lang.String int int
//@ phis: retried int
class OverwrittenInTry { //~ invokespecial <init>
    static native void step();

    static native String name();

    /** 0, 1 or 2, by which step threw; 3 returns by itself. */
    static int progress() {
        int done = 0;
        try {
            step(); //~ invokestatic step
            done = 1;
            step(); //~ invokestatic step
            done = 2;
            step(); //~ invokestatic step
            return 3;
        } catch (RuntimeException e) {
            return done;
        }
    }

    /** The variable is set before anything can throw, so the handler sees one value. */
    static int sameForAll(int start) {
        int n = start;
        try {
            n = start + 1;
            step(); //~ invokestatic step
            step(); //~ invokestatic step
            return 0;
        } catch (RuntimeException e) {
            return n;
        }
    }

    /** The handler sees no name or one; after it the name and the result merge, then the choice. */
    static int resource() {
        String name = null;
        int result;
        try {
            name = name(); //~ invokestatic name
            step(); //~ invokestatic step
            result = 1;
        } catch (RuntimeException e) {
            result = 2;
        }
        return name == null ? result : -result;
    }

    /** The count is raised before the call, so the handler sees one value; the loop merges. */
    static int retried() {
        int attempts = 0;
        while (true) {
            try {
                attempts++;
                step(); //~ invokestatic step
                return attempts;
            } catch (RuntimeException e) {
                attempts += 10;
            }
        }
    }
}
