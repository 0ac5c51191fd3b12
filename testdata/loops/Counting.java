/** The usual shapes of counting loops. */
class Counting {
    static void up(int n) {
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?
            use(i);
        }
    }

    static void constants() {
        for (int i = 0; i < 10; i++) { //~ loop 1; iv i from 0 step 1; while i < 10, trips 10
            use(i);
        }
        for (int i = 3; i <= 10; i += 3) { //~ loop 1; iv i from 3 step 3; while i <= 10, trips 3
            use(i);
        }
        for (int i = 9; i >= 0; i--) { //~ loop 1; iv i from 9 step -1; while i >= 0, trips 10
            use(i);
        }
        for (int i = 10; i > 1; i -= 4) { //~ loop 1; iv i from 10 step -4; while i > 1, trips 3
            use(i);
        }
        for (int i = 0; i != 12; i += 4) { //~ loop 1; iv i from 0 step 4; while i != 12, trips 3
            use(i);
        }
        for (int i = 5; i < 5; i++) { //~ loop 1; iv i from 5 step 1; while i < 5, trips 0
            use(i);
        }
    }

    static void limitOnTheLeft(int n) {
        for (int i = 0; n > i; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?
            use(i);
        }
    }

    static void whileLoop(int n) {
        int i = 0;
        while (i < n) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?
            use(i);
            i++;
        }
    }

    static void doWhile() {
        int i = 0;
        do {
            use(i); //~ loop 1; iv i from 0 step 1; do while i + 1 < 10, trips 10
            i++;
        } while (i < 10);
    }

    static void onceAtLeast() {
        int i = 20;
        do {
            use(i); //~ loop 1; iv i from 20 step 2; do while i + 2 < 10, trips 1
            i += 2;
        } while (i < 10);
    }

    static void stepInTheTest(int n) {
        while (n-- > 0) { //~ loop 1; iv n from n step -1; while n > 0, trips ?
            use(n);
        }
    }

    static void stepBeforeTheTest(int n) {
        int i = 0;
        while (++i < n) { //~ loop 1; iv i from 0 step 1; while i + 1 < n, trips ?
            use(i);
        }
    }

    static void stepByAParameter(int n, int k) {
        for (int i = 0; i < n; i += k) { //~ loop 1; iv i from 0 step k
            use(i);
        }
        for (int i = n; i > 0; i -= k) { //~ loop 1; iv i from n step -k
            use(i);
        }
    }

    static void twoVariables(int n) {
        for (int i = 0, j = n; i < 100; i++, j -= 2) { //~ loop 1; iv i from 0 step 1; iv j from n step -2; while i < 100, trips 100
            use(i + j);
        }
    }

    static void towardsEachOther(int[] a) {
        for (int i = 0, j = a.length - 1; i < j; i++, j--) { //~ loop 1; iv i from 0 step 1; iv j from (a.length - 1) step -1; index i; index j
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
    }

    static void twoTests(int n, int m) {
        for (int i = 0; i < n && i < m; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips <= ?; test i < m, trips <= ?
            use(i);
        }
    }

    static void steppedOnBothSides(int n, boolean b) {
        int i = 0;
        while (i < n) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?
            if (b) {
                use(1);
                i++;
            } else {
                use(2);
                i++;
            }
        }
    }

    static void steppedTwice(int n) {
        for (int i = 0; i < 9; i++) { //~ loop 1; iv i from 0 step 3; while i < 9, trips 3
            use(i);
            i += 2;
        }
    }

    static void notSteppedAlways(int n, boolean b) {
        int i = 0;
        while (i < n) { //~ loop 1
            if (b) {
                i++;
            }
        }
    }

    static void multiplied(int n) {
        for (int i = 1; i < n; i *= 2) { //~ loop 1
            use(i);
        }
    }

    static void twoStarts(int n, boolean b) {
        int i;
        if (b) {
            i = 0;
        } else {
            i = 5;
        }
        while (i < n) { //~ loop 1; iv i from ? step 1; while i < n, trips ?
            i++;
        }
    }

    static void narrowed() {
        for (byte b = 0; b < 10; b++) { //~ loop 1
            use(b);
        }
    }

    static void floating() {
        for (float f = 0; f < 10; f++) { //~ loop 1
            use(1);
        }
    }

    static void use(int i) {}
}
