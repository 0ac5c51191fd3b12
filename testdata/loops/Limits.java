import java.util.List;

/** What a loop may be bounded by: only what is the same in every iteration is a limit. */
class Limits {
    int count;
    static int shared;
    final int[] data = new int[8];

    void byLength(int[] a) {
        for (int i = 0; i < a.length; i++) { //~ loop 1; iv i from 0 step 1; while i < a.length, trips ?; index i
            a[i] = 0;
        }
    }

    void byField() {
        for (int i = 0; i < count; i++) { //~ loop 1; iv i from 0 step 1
            use(i);
        }
    }

    void byFieldReadOnce() {
        int n = count;
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < this.count, trips ?
            use(i);
        }
    }

    void byStatic() {
        for (int i = 0; i < shared; i++) { //~ loop 1; iv i from 0 step 1
            use(i);
        }
    }

    void byCall(List<String> list) {
        for (int i = 0; i < list.size(); i++) { //~ loop 1; iv i from 0 step 1
            use(i);
        }
    }

    void byCallMadeOnce(List<String> list) {
        for (int i = 0, n = list.size(); i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < size(), trips ?
            use(i);
        }
    }

    /** The field may be another array each time, as far as one method can tell. */
    void byLengthOfField() {
        for (int i = 0; i < data.length; i++) { //~ loop 1; iv i from 0 step 1; index i
            data[i] = 1;
        }
    }

    void byExpression(int[] a, int k) {
        for (int i = 0; i < a.length - k; i++) { //~ loop 1; iv i from 0 step 1; while i < (a.length - k), trips ?; index i + k
            a[i + k] = 0;
        }
        for (int i = 1; i < a.length - 1; i++) { //~ loop 1; iv i from 1 step 1; while i < (a.length - 1), trips ?; index i - 1; index i + 1; index i
            a[i] = a[i - 1] + a[i + 1];
        }
    }

    /** The first value is the bound that a caller gives; the last is 0. */
    void downwards(int[] a) {
        for (int i = a.length; --i >= 0; ) { //~ loop 1; iv i from a.length step -1; while i - 1 >= 0, trips ?; index i - 1
            a[i] = 0;
        }
        for (int i = a.length - 1; i >= 0; i--) { //~ loop 1; iv i from (a.length - 1) step -1; while i >= 0, trips ?; index i
            a[i] = 0;
        }
    }

    void changedInside(int n) {
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1
            if (use(i)) {
                n = n / 2;
            }
        }
    }

    boolean use(int i) {
        return i > 3;
    }
}
