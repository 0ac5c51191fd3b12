package redflag.runtime;

import java.util.concurrent.CyclicBarrier;

/**
 * That tables of weak references find what is alive, forget what is dead, and agree on who was first.
 *
 * <p>To be run with a heap of 256 MB, which would not hold what dies here.
 */
final class WeakTableTest {
    private static final int SHORT_LIVED = 3_000_000;

    public static void main(String[] args) throws Exception {
        StartUp.run(new String[0]);
        keepsWhatIsAlive();
        largeOnesDoNotPileUp();
        locksDoNotPileUp();
        hugeArraysAreLeftAlone();
        threadsDoNotPileUp();
        allSeeTheSame();
        if (Failures.lostChecks != 0 || Failures.lostOrder || Failures.reason != null) {
            throw new IllegalStateException("the core failed", Failures.reason);
        }
        System.out.println("bounded");
    }

    private static void keepsWhatIsAlive() {
        byte[][] kept = new byte[1000][];
        long[][] words = new long[kept.length][];
        for (int i = 0; i < SHORT_LIVED; i++) {
            byte[] array = new byte[10 + i % 10];
            long[] shadow = AccessHooks.shadow(array);
            claim(shadow.length >>> 1 == array.length);
            if (i % (SHORT_LIVED / kept.length) == 0) {
                kept[i / (SHORT_LIVED / kept.length)] = array;
                words[i / (SHORT_LIVED / kept.length)] = shadow;
            }
        }
        for (int i = 0; i < kept.length; i++) {
            claim(AccessHooks.shadow(kept[i]) == words[i]);
        }
        claim(ArrayShadows.count() < SHORT_LIVED / 2);
    }

    private static void largeOnesDoNotPileUp() {
        for (int i = 0; i < 300; i++) {
            claim(AccessHooks.shadow(new int[1 << 20]) != null);
        }
        claim(ArrayShadows.without() == 0);
    }

    private static void locksDoNotPileUp() {
        ThreadState thread = new ThreadState(Threads.SLOTS, VectorClock.EMPTY);
        for (int i = 0; i < SHORT_LIVED; i++) {
            Object lock = new Object();
            MonitorHooks.acquireMonitor(thread, lock);
            MonitorHooks.releaseMonitor(thread, lock);
            claim(Variable.find(lock, Variable.MONITOR) != null);
        }
        claim(Variable.count() < SHORT_LIVED / 2);
    }

    private static void hugeArraysAreLeftAlone() {
        byte[] array = new byte[32 << 20];
        claim(AccessHooks.shadow(array) == null && AccessHooks.shadow(array) == null);
        AccessHooks.writeRange(null, array, 0, array.length, 1);
        claim(ArrayShadows.without() == 1 && AccessHooks.shadow(null) == null);
    }

    /** Tens of thousands at once, and many more one after the other, with stacks and names. */
    private static void threadsDoNotPileUp() {
        ThreadState main = Threads.adopt();
        int[] array = new int[30_000];
        Thread[] threads = new Thread[array.length];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread("alive");
            ThreadHooks.fork(main, threads[i]);
            AccessHooks.writeElement(ThreadFields.state(threads[i]), array, i, 1);
        }
        for (int i = 0; i < threads.length; i++) {
            ThreadHooks.end(threads[i]);
            ThreadHooks.join(main, threads[i]);
        }
        threads = null;
        for (int i = 0; i < 100_000; i++) {
            Thread thread = new Thread("one of many");
            ThreadHooks.fork(main, thread);
            AccessHooks.writeElement(ThreadFields.state(thread), array, i % array.length, 2);
            ThreadHooks.end(thread);
            ThreadHooks.join(main, thread);
        }
        claim(Threads.SLOTS.used() < 40_000);
    }

    private static void allSeeTheSame() throws Exception {
        int count = 100_000;
        Object[] arrays = new Object[count];
        for (int i = 0; i < count; i++) {
            arrays[i] = new long[1];
        }
        long[][][] seen = new long[4][count][];
        CyclicBarrier start = new CyclicBarrier(seen.length);
        Thread[] threads = new Thread[seen.length];
        for (int t = 0; t < threads.length; t++) {
            int own = t;
            threads[t] =
                    new Thread(
                            () -> {
                                await(start);
                                for (int i = 0; i < count; i++) {
                                    int at = own % 2 == 0 ? i : count - 1 - i;
                                    seen[own][at] = AccessHooks.shadow(arrays[at]);
                                }
                            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (int i = 0; i < count; i++) {
            for (int t = 0; t < seen.length; t++) {
                claim(seen[t][i] == seen[0][i] && seen[t][i].length == 2);
            }
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void claim(boolean holds) {
        if (!holds) {
            throw new AssertionError(String.valueOf(Failures.reason), Failures.reason);
        }
    }
}
