package small;

import measured.Measured;

/**
 * The main thread adds one to a variable before it starts each of THREADS threads; each of those takes {@value #LOCKS}
 * locks of its own, one inside the other, adds one to the variable, and lets go, SIZE times.
 *
 * <p>After the program that shows TREE at its worst ([TREE §5.1.3], figure 5.3): no two threads ever hold the same
 * locks.
 *
 * <p>Races: {@link #x}, whoever adds to it; the locks protect nothing. What is checked is how often everyone has added.
 */
final class PrivateLocks implements Measured.Program {
    private static final int QUICK = 250_000;
    private static final int FULL = 1_500_000;

    private static final int LOCKS = 10;

    private static int x;

    private final int size;
    private final Worker[] workers;

    private PrivateLocks(int size, int threads) {
        this.size = size;
        this.workers = new Worker[threads];
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        measured.run(new PrivateLocks(measured.size, measured.threads));
        measured.done();
    }

    /** One place for all, so that it is one race, whichever thread comes first. */
    private static void add() {
        x = x + 1; // race[a] race[a]
    }

    private final class Worker extends Thread {
        private final Object[] locks = new Object[LOCKS];
        private int added;

        Worker(int id) {
            super("worker-" + id);
            for (int i = 0; i < locks.length; i++) {
                locks[i] = new Object();
            }
        }

        @Override
        public void run() {
            for (int i = 0; i < size; i++) {
                addHolding(0);
            }
        }

        /** With the locks before this one held. */
        private void addHolding(int held) {
            if (held == locks.length) {
                add();
                added++;
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
        for (int id = 0; id < workers.length; id++) {
            workers[id] = new Worker(id);
        }
    }

    @Override
    public void run() throws InterruptedException {
        for (Worker worker : workers) {
            add();
            worker.start();
        }
        for (Worker worker : workers) {
            worker.join();
        }
    }

    @Override
    public void check() {
        int added = workers.length;
        for (Worker worker : workers) {
            if (worker.added != size) {
                Measured.fail(worker.getName() + " added " + worker.added + " times instead of " + size);
            }
            added += worker.added;
        }
        // Less where one thread has overwritten what another added.
        if (x <= 0 || x > added) {
            Measured.fail("x is " + x + " after " + added + " additions");
        }
    }
}
