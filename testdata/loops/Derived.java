/** Indices that are linear in a counter, and some that are not. */
class Derived {
    static void scaled(int[] a, int n) {
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?; index 2*i; index 2*i + 1; index 4*i; index -i + n - 1
            a[2 * i] = 0;
            a[2 * i + 1] = 0;
            a[i << 2] = 0;
            a[n - 1 - i] = 0;
        }
    }

    static void bySymbols(int[] a, int n, int k, int base) {
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?; index i + base; index i*k + base; index i*k + k; index -2*i*k; index i + 3*k + base - 1
            a[base + i] = 0;
            a[base + k * i] = 0;
            a[(i + 1) * k] = 0;
            a[-(2 * i * k)] = 0;
            a[base + 3 * k + i - 1] = 0;
        }
    }

    static void backAndForth(int[] a, int n) {
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?; index i + n; index i
            int j = i + n;
            a[j - n] = a[j];
        }
    }

    static void carriedAlong(int[] a, int n) {
        int j = 7;
        for (int i = 0; i < n; i++) { //~ loop 1; iv j from 7 step 3; iv i from 0 step 1; while i < n, trips ?; index i; index j
            a[j] = a[i];
            j += 3;
        }
    }

    static void notLinear(int[] a, int[] to, int n) {
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?; index ?; index i
            a[i * i] = 0;
            a[i * n + i] = 0;
            a[i / 2] = 0;
            a[i & 7] = 0;
            a[to[i]] = 0;
        }
    }

    static void sumOfTwo(int[] a, int n) {
        for (int i = 0, j = 0; i < n; i++, j++) { //~ loop 1; iv i from 0 step 1; iv j from 0 step 1; while i < n, trips ?; index ?
            a[i + j] = 0;
        }
    }
}
