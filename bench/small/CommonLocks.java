package small;

import measured.Measured;

/**
 * THREADS threads take the same {@value #LOCKS} locks, one inside the other, add one to a variable, and let go; SIZE
 * times each.
 *
 * <p>After the program that shows TREE at its best ([TREE §5.1.3], figure 5.1): all but the first few accesses are
 * redundant, because they happen with the same locks from the same place.
 *
 * <p>Races: none.
 */
final class CommonLocks implements Measured.Program {
    private static final int QUICK = 250_000;
    private static final int FULL = 1_500_000;

    private static final int LOCKS = 10;

    /** Guard: all locks. */
    private static int x;

    private final int size;
    private final Runnable[] workers;
    private final Object[] locks = new Object[LOCKS];

    private CommonLocks(int size, int threads) {
        this.size = size;
        this.workers = new Runnable[threads];
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new Object();
        }
        for (int id = 0; id < threads; id++) {
            workers[id] = new Worker();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        measured.run(new CommonLocks(measured.size, measured.threads));
        measured.done();
    }

    private final class Worker implements Runnable {
        @Override
        public void run() {
            for (int i = 0; i < size; i++) {
                addHolding(0);
            }
        }

        /** With the locks before this one held. */
        private void addHolding(int held) {
            if (held == locks.length) {
                x = x + 1;
                return;
            }
            synchronized (locks[held]) {
                addHolding(held + 1);
            }
        }
    }

    @Override
    public void prepare() {
        x = 0;
    }

    @Override
    public void run() throws InterruptedException {
        Measured.inThreads(workers);
    }

    @Override
    public void check() {
        if (x != workers.length * size) {
            Measured.fail("x is " + x + " instead of " + workers.length * size);
        }
    }
}
