//@ args: 2000
//@ java: -Xss256k
import java.util.concurrent.CyclicBarrier;

/** Platform threads that are all alive at once and meet three times; between meetings each reads what its neighbour wrote. */
public class ManyPlatformThreads {
    static int[] cells;
    static int entered;

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        cells = new int[count];
        CyclicBarrier barrier = new CyclicBarrier(count);
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            int own = i;
            threads[i] = new Thread(() -> {
                try {
                    cells[own] = own;
                    barrier.await();
                    int neighbour = cells[(own + 1) % count];
                    barrier.await();
                    cells[own] += neighbour;
                    barrier.await();
                } catch (Exception unexpected) {
                    throw new AssertionError(unexpected);
                }
                synchronized (ManyPlatformThreads.class) {
                    entered++;
                }
            });
            threads[i].start();
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            threads[i].join();
            sum += cells[i];
        }
        System.out.println(entered + " threads, sum " + sum);
    }
}
