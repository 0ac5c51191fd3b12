import java.io.IOException;

/** Loops with handlers in and around them. */
class Exceptions {
    static void caughtInside(int n) {
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?
            try {
                use(i);
            } catch (IOException e) {
                other(i);
            }
        }
    }

    static void caughtOutside(int[] a) {
        try {
            for (int i = 0; i < a.length; i++) { //~ loop 1; iv i from 0 step 1; while i < a.length, trips <= ?; index i
                a[i] = 0;
            }
        } catch (RuntimeException e) {
            other(1);
        }
    }

    /** The handler leads to the next iteration as well, around the step. */
    static void stepInsideTry(int n) {
        int i = 0;
        while (i < n) { //~ loop 1
            try {
                use(i);
                i++;
            } catch (IOException e) {
                other(i);
            }
        }
    }

    /** An exception caught in the loop goes around the test. */
    static void testInsideTry(int[] a) {
        int i = 0;
        while (true) {
            try {
                if (i >= a.length) { //~ loop 1; iv i from 0 step 1
                    break;
                }
            } catch (NullPointerException e) {
                other(i);
            }
            i++;
        }
    }

    static void withFinally(int n) throws IOException {
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips <= ?
            try {
                use(i);
            } finally {
                other(i);
            }
        }
    }

    static void retried() {
        int attempt = 0;
        while (true) {
            try {
                use(attempt); //~ loop 1; iv attempt from 0 step 1; test attempt + 1 < 3, trips <= 2
                return;
            } catch (IOException e) {
                attempt++;
                if (attempt >= 3) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    /** The handler that releases the monitor guards itself. */
    static void locked(Object lock) {
        synchronized (lock) {
            other(1);
        } //~ loop 1 by exception
    }

    static void lockedEachTime(Object lock, int n) {
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips <= ?
            synchronized (lock) {
                other(i);
            } //~ loop 1 by exception
        }
    }

    static void use(int i) throws IOException {}

    static void other(int i) {}
}
