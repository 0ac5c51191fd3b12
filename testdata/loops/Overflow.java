/** When a counter may wrap before its loop ends, the bound says so. */
class Overflow {
    static void notStrict(int n) {
        for (int i = 0; i <= n; i++) { //~ loop 1; iv i from 0 step 1; while i <= n, may wrap
            use(i);
        }
    }

    static void notStrictBelowLength(int[] a) {
        for (int i = 0; i <= a.length - 1; i++) { //~ loop 1; iv i from 0 step 1; while i <= (a.length - 1), trips ?
            use(i);
        }
    }

    static void notStrictToHalf(int n) {
        for (int i = 0; i <= n / 2; i++) { //~ loop 1; iv i from 0 step 1; while i <= (n / 2), trips ?
            use(i);
        }
    }

    static void byTwo(int[] a, int n) {
        for (int i = 0; i < n; i += 2) { //~ loop 1; iv i from 0 step 2; while i < n, may wrap
            use(i);
        }
        for (int i = 0; i < a.length; i += 2) { //~ loop 1; iv i from 0 step 2; while i < a.length, may wrap
            use(i);
        }
        for (int i = 0; i < a.length - 1; i += 2) { //~ loop 1; iv i from 0 step 2; while i < (a.length - 1), trips ?
            use(i);
        }
    }

    static void unequal(int[] a, int n) {
        for (int i = 0; i != n; i++) { //~ loop 1; iv i from 0 step 1; while i != n, may wrap
            use(i);
        }
        for (int i = 0; i != a.length; i++) { //~ loop 1; iv i from 0 step 1; while i != a.length, trips ?
            use(i);
        }
        for (int i = 0; i != 7; i += 2) { //~ loop 1; iv i from 0 step 2; while i != 7, may wrap
            use(i);
        }
    }

    static void wrongWay() {
        for (int i = 1; i > 0; i++) { //~ loop 1; iv i from 1 step 1; while i > 0, may wrap
            use(i);
        }
        for (int i = 0; i > 0; i++) { //~ loop 1; iv i from 0 step 1; while i > 0, trips 0
            use(i);
        }
    }

    static void toTheVeryEnd() {
        for (int i = Integer.MAX_VALUE - 5; i < Integer.MAX_VALUE; i++) { //~ loop 1; iv i from 2147483642 step 1; while i < 2147483647, trips 5
            use(i);
        }
        for (int i = Integer.MAX_VALUE - 5; i <= Integer.MAX_VALUE; i++) { //~ loop 1; iv i from 2147483642 step 1; while i <= 2147483647, may wrap
            use(i);
        }
        for (int i = Integer.MAX_VALUE - 6; i < Integer.MAX_VALUE; i += 5) { //~ loop 1; iv i from 2147483641 step 5; while i < 2147483647, may wrap
            use(i);
        }
        for (int i = Integer.MAX_VALUE - 5; i < Integer.MAX_VALUE; i += 5) { //~ loop 1; iv i from 2147483642 step 5; while i < 2147483647, trips 1
            use(i);
        }
    }

    /** The first step itself may wrap. */
    static void stepBeforeTest(int start, int n) {
        int i = start;
        do {
            use(i); //~ loop 1; iv i from start step 1; do while i + 1 < n, may wrap
            i++;
        } while (i < n);
    }

    /** Wraps with `n` at its least, when the test still passes. */
    static void pastTheLimit(int n) {
        while (n-- != 0) { //~ loop 1; iv n from n step -1; while n != 0, may wrap
            use(n);
        }
    }

    static void use(int i) {}
}
