//@ watch: heap
//@ args: 100000
//@ short: 10000
//@ java: -XX:+UseSerialGC
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Threads that come and go, a few at a time: what is kept for each must go with it. */
public class ThreadChurn {
    private static final int AT_ONCE = 8;
    private static final int SAMPLES = 30;

    static int ended;
    static final long[] sums = new long[AT_ONCE];

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        int rounds = count / AT_ONCE;
        Thread[] threads = new Thread[AT_ONCE];
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < AT_ONCE; i++) {
                int own = i;
                threads[i] = new Thread(() -> {
                    int[] mine = new int[16];
                    for (int n = 0; n < mine.length; n++) {
                        mine[n] = n;
                        sums[own] += mine[n];
                    }
                    synchronized (sums) {
                        ended++;
                    }
                });
                threads[i].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            if (round % (rounds / SAMPLES) == 0) {
                sample();
            }
        }
        System.out.println("ended " + ended + " sums " + sums[0] + " " + sums[AT_ONCE - 1]);
    }

    private static void sample() throws IOException {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        System.out.println("heap " + (runtime.totalMemory() - runtime.freeMemory()) / 1024);
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                System.out.println("resident " + line.replaceAll("[^0-9]", ""));
            }
        }
    }
}
