//@ java: -Xmx64m
//@ status: 1
import java.util.ArrayList;
import java.util.List;

/** Nobody catches the error: it is printed, and the status is 1, as for any other exception. */
public class HeapExhaustedUncaught {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        List<long[]> kept = new ArrayList<>();
        while (true) {
            long[] block = new long[128 << 10];
            block[5] = kept.size();
            kept.add(block);
        }
    }
}
