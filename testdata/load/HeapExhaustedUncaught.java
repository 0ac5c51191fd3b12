//@ java: -Xmx64m
//@ status: 1
import java.util.ArrayList;
import java.util.List;

/**
 * Nobody catches the error: it is printed, and the status is 1, as for any other exception. Printed without its stack,
 * because the JVM has only a few such errors with one, and the detector can use them up.
 */
public class HeapExhaustedUncaught {
    public static void main(String[] args) {
        Thread.currentThread().setUncaughtExceptionHandler((thread, error) -> System.err.println(error));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        List<long[]> kept = new ArrayList<>();
        while (true) {
            long[] block = new long[128 << 10];
            block[5] = kept.size();
            kept.add(block);
        }
    }
}
