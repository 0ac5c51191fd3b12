/** Counters of type long. */
class Longs {
    static void up(long n) {
        for (long i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?
            use(i);
        }
    }

    static void constants() {
        for (long i = 10; i > -10; i -= 3) { //~ loop 1; iv i from 10 step -3; while i > -10, trips 7
            use(i);
        }
        for (long i = Long.MAX_VALUE - 2; i < Long.MAX_VALUE; i++) { //~ loop 1; iv i from 9223372036854775805 step 1; while i < 9223372036854775807, trips 2
            use(i);
        }
        for (long i = Long.MAX_VALUE - 2; i <= Long.MAX_VALUE; i++) { //~ loop 1; iv i from 9223372036854775805 step 1; while i <= 9223372036854775807, may wrap
            use(i);
        }
    }

    /** No int is so large that a long counter would wrap. */
    static void toAnInt(int n) {
        for (long i = 0; i <= n; i += 2) { //~ loop 1; iv i from 0 step 2; while i <= (long) n, trips ?
            use(i);
        }
    }

    static void toZero(long n) {
        while (n > 0) { //~ loop 1; iv n from n step -1; while n > 0, trips ?
            use(n);
            n--;
        }
    }

    static void asIndex(int[] a, long n) {
        for (long i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?; index i; index 2*i + 1
            a[(int) i] = 0;
            a[(int) (2 * i + 1)] = 0;
        }
    }

    /** An int that is widened may have wrapped before: no linear form in long arithmetic. */
    static void widened(int[] a, int n) {
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?; index ?
            a[(int) (i * 3L)] = 0;
        }
    }

    static void use(long i) {}
}
