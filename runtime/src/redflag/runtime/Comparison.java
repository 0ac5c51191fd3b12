package redflag.runtime;

import java.util.Arrays;

/** How far a comparison of two arrays has to look. */
final class Comparison {
    private Comparison() {}

    /** How many elements of each are read to compare two arrays; none if their lengths tell. */
    static int elementsRead(Object one, Object other) {
        int length = java.lang.reflect.Array.getLength(one);
        if (one == other || length != java.lang.reflect.Array.getLength(other)) {
            return 0;
        }
        int differs = mismatch(one, other);
        return differs < 0 ? length : differs + 1;
    }

    private static int mismatch(Object one, Object other) {
        if (one instanceof byte[]) {
            return Arrays.mismatch((byte[]) one, (byte[]) other);
        } else if (one instanceof int[]) {
            return Arrays.mismatch((int[]) one, (int[]) other);
        } else if (one instanceof long[]) {
            return Arrays.mismatch((long[]) one, (long[]) other);
        } else if (one instanceof double[]) {
            return Arrays.mismatch((double[]) one, (double[]) other);
        } else if (one instanceof char[]) {
            return Arrays.mismatch((char[]) one, (char[]) other);
        } else if (one instanceof float[]) {
            return Arrays.mismatch((float[]) one, (float[]) other);
        } else if (one instanceof short[]) {
            return Arrays.mismatch((short[]) one, (short[]) other);
        } else if (one instanceof boolean[]) {
            return Arrays.mismatch((boolean[]) one, (boolean[]) other);
        }
        // Comparing objects would call the program; identity is all that can be said.
        Object[] some = (Object[]) one;
        Object[] others = (Object[]) other;
        for (int i = 0; i < some.length; i++) {
            if (some[i] != others[i]) {
                return i;
            }
        }
        return -1;
    }
}
