import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Loops in the methods that lambdas become, and bounds that they capture. */
class Lambdas {
    static Runnable filling(int[] a, int k) {
        return () -> {
            for (int i = 0; i < a.length; i += 1) { //~ loop 1; iv i from 0 step 1; while i < a.length, trips ?; index i
                a[i] = k;
            }
        };
    }

    static void nested(int n) {
        for (int i = 0; i < n; i++) { //~ loop 1; iv i from 0 step 1; while i < n, trips ?
            IntConsumer consumer = m -> {
                for (int j = m; j > 0; j--) { //~ loop 1; iv j from m step -1; while j > 0, trips ?
                    use(j);
                }
            };
            consumer.accept(i);
        }
    }

    static void noLoopAtAll(int n) {
        IntStream.range(0, n).forEach(Lambdas::use);
    }

    static void use(int i) {}
}
