//@ since: 21
//@ args: 100000
//@ short: 20000
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads that are all alive at once, each with something of its own and something that all share. */
public class ManyVirtualThreads {
    static long locked;
    static long monitored;
    static final ReentrantLock lock = new ReentrantLock();
    static final AtomicLong atomic = new AtomicLong();

    static final class Own {
        int value;
        final int[] numbers = new int[4];
    }

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        Own[] owned = new Own[count];
        CountDownLatch ready = new CountDownLatch(count);
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int own = i;
            threads.add(Thread.startVirtualThread(() -> {
                Own mine = new Own();
                mine.value = own;
                ready.countDown();
                try {
                    go.await();
                } catch (InterruptedException never) {
                    throw new AssertionError(never);
                }
                mine.numbers[own % 4] += mine.value;
                owned[own] = mine;
                atomic.addAndGet(own);
                lock.lock();
                try {
                    locked += own;
                } finally {
                    lock.unlock();
                }
                synchronized (ManyVirtualThreads.class) {
                    monitored += own;
                }
            }));
        }
        ready.await();
        System.out.println("alive at once: " + count);
        go.countDown();
        long sum = 0;
        for (int i = 0; i < count; i++) {
            threads.get(i).join();
            sum += owned[i].numbers[i % 4];
        }
        System.out.println(sum + " " + atomic + " " + locked + " " + monitored);
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> futures = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int own = i;
                futures.add(executor.submit(() -> owned[own].value++ & 1));
            }
            int odd = 0;
            for (Future<Integer> future : futures) {
                odd += future.get();
            }
            System.out.println("odd " + odd + " after " + owned[count - 1].value);
        }
    }
}
