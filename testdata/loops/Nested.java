/** Loops in loops, and ways out of several at once. */
class Nested {
    static void matrix(double[] a, int n, int m) {
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?
            for (int j = 0; j < m; j++) { //~ loop 2; iv j from 0 step 1; while j < m, trips ?; index j + (i * m)
                a[i * m + j] = 1;
            }
        }
    }

    static void columns(double[] a, int n, int m) {
        for (int j = 0; j < m; j++) { //~ loop 1; iv j from 0 step 1; while j < m, trips ?
            for (int i = 0; i < n; i++) { //~ loop 2; iv i from 0 step 1; while i < n, trips ?; index i*m + j
                a[i * m + j] = 1;
            }
        }
    }

    static void triangle(int n) {
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?
            for (int j = i; j < n; j++) { //~ loop 2; iv j from i step 1; while j < n, trips ?
                use(j);
            }
            for (int j = 0; j < i; j++) { //~ loop 2; iv j from 0 step 1; while j < i, trips ?
                use(j);
            }
        }
    }

    static void rows(int[][] rows) {
        for (int i = 0; i < rows.length; i++) { //~ loop 1; iv i from 0 step 1; while i < rows.length, trips ?; index i
            int[] row = rows[i];
            for (int j = 0; j < row.length; j++) { //~ loop 2; iv j from 0 step 1; while j < rows[i].length, trips ?; index j
                row[j] = i;
            }
        }
    }

    static void onOneLine(int n) {
        for (int i = 0; i < n; i++) for (int j = 0; j < 2; j++) use(j); //~ loop 1; iv i from 0 step 1; while i < n, trips ?; loop 2; iv j from 0 step 1; while j < 2, trips 2
    }

    static void threeDeep() {
        for (int i = 0; i < 2; i++) { //~ loop 1; iv i from 0 step 1; while i < 2, trips 2
            for (int j = 0; j < 3; j++) { //~ loop 2; iv j from 0 step 1; while j < 3, trips 3
                for (int k = 0; k < 4; k++) { //~ loop 3; iv k from 0 step 1; while k < 4, trips 4
                    use(i + j + k);
                }
            }
        }
    }

    static void labelledBreak(int n) {
        outer:
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips <= ?
            for (int j = 0; j < n; j++) { //~ loop 2; iv j from 0 step 1; while j < n, trips <= ?
                if (use(j)) {
                    break outer;
                }
            }
        }
    }

    static void labelledContinue(int n) {
        outer:
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?
            for (int j = 0; j < n; j++) { //~ loop 2; iv j from 0 step 1; while j < n, trips <= ?
                if (use(j)) {
                    continue outer;
                }
            }
        }
    }

    static void plainContinue(int n) {
        int i = 0;
        while (i < n) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?
            if (use(i)) {
                i++;
                continue;
            }
            use(i + 1);
            i++;
        }
    }

    static void continuesWithAnotherStep(int n) {
        int i = 0;
        while (i < n) { //~ loop 1
            if (use(i)) {
                i += 2;
                continue;
            }
            i++;
        }
    }

    static void innerLoopSteps(int n) {
        int i = 0;
        while (i < n) { //~ loop 1
            while (use(i)) { //~ loop 2; iv i from ? step 1
                i++;
            }
            i++;
        }
    }

    static boolean use(int i) {
        return i > 0;
    }
}
