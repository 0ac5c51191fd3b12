/** Loops without an end, or with one in the middle. */
class Endless {
    static int count;

    static void forever() {
        while (true) {
            use(1); //~ loop 1
        }
    }

    static void countingForever() {
        for (int i = 0; ; i++) {
            use(i); //~ loop 1; iv i from 0 step 1
        }
    }

    static void tightest() {
        for (;;) {} //~ loop 1
    }

    static void leftInTheMiddle(int n) {
        int i = 0;
        while (true) {
            use(i); //~ loop 1; iv i from 0 step 1; while i < n, trips ?
            if (i >= n) {
                break;
            }
            use(i + 1);
            i++;
        }
    }

    static void leftAfterABranch(int n) {
        int i = 0;
        while (true) {
            if (use(i)) { //~ loop 1; iv i from 0 step 1; test i < n, trips ?
                use(2);
            }
            if (i >= n) {
                return;
            }
            i++;
        }
    }

    /** Only some iterations pass the test. */
    static void leftNowAndThen(int n) {
        int i = 0;
        while (true) {
            if (use(i)) { //~ loop 1; iv i from 0 step 1
                if (i >= n) {
                    return;
                }
            }
            i++;
        }
    }

    static void waiting() {
        while (count == 0) { //~ loop 1
            Thread.onSpinWait();
        }
    }

    static boolean use(int i) {
        return i > count;
    }
}
