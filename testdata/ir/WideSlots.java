/** A long or double takes two slots of the bytecode and is one value here. */
//@ blocks: scale 1
//@ phis: mix long double int
//@ phis: reuse
//@ blocks: postfix 1
class WideSlots { //~ invokespecial <init>
    long total;
    static double rate;

    /** Parameters after a long keep their order. */
    static double scale(long a, int b, double c, float d) {
        return a * b + c * d;
    }

    static double mix(long[] xs) {
        long sum = 0;
        double product = 1;
        for (int i = xs.length; i > 0; ) {
            i = next(xs, i); //~ invokestatic next
            sum += i;
            product *= sum;
        }
        return product;
    }

    static native int next(long[] xs, int i);

    /** The two blocks use the same slots for values of different kinds, which never meet. */
    static void reuse(boolean b) {
        if (b) {
            long x = 1;
            rate = x; //~ putstatic rate
        } else {
            int y = 2;
            Object z = "";
            rate = y + z.hashCode(); //~ invokevirtual hashCode; putstatic rate
        }
    }

    /** The old value is copied under the object: dup2_x1. */
    long postfix() {
        return total++; //~ getfield total; putfield total
    }

    /** The same under an array and its index: dup2_x2. */
    static long postfixElement(long[] xs, int i) {
        return xs[i]++; //~ arrayload long; arraystore long
    }

    static int compare(long a, double b, float c) {
        return a < 3L ? 1 : b > 2.0 ? 2 : c <= 1f ? 3 : 4;
    }
}
