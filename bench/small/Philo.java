package small;

import measured.Measured;

/**
 * THREADS philosophers around a table think and eat SIZE times each. Everyone takes the fork with the lower number
 * first, so that nobody starves for a circle.
 *
 * <p>After the dining philosophers (Dijkstra, 1965), a small program of most papers about races: almost nothing but two
 * nested locks, each of which two threads want.
 *
 * <p>Races: none. What belongs to a fork is used while it is held.
 */
final class Philo implements Measured.Program {
    private static final int QUICK = 500_000;
    private static final int FULL = 2_500_000;

    private final int size;
    private final Philosopher[] philosophers;
    private Fork[] forks;

    private Philo(int size, int threads) {
        this.size = size;
        this.philosophers = new Philosopher[threads];
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        measured.run(new Philo(measured.size, measured.threads));
        measured.done();
    }

    /** Guard of its fields: its own monitor. */
    private static final class Fork {
        int uses;
        /** Of the philosopher who had it last. */
        int heldBy = -1;
        int handedOver;

        void use(int philosopher) {
            uses++;
            if (heldBy != philosopher) {
                handedOver++;
                heldBy = philosopher;
            }
        }
    }

    private final class Philosopher implements Runnable {
        private final int id;
        private final Fork first;
        private final Fork second;
        private int meals;
        private int thoughts;

        Philosopher(int id) {
            int left = id;
            int right = (id + 1) % forks.length;
            this.id = id;
            this.first = forks[Math.min(left, right)];
            this.second = forks[Math.max(left, right)];
        }

        @Override
        public void run() {
            while (meals < size) {
                think();
                synchronized (first) {
                    synchronized (second) {
                        first.use(id);
                        second.use(id);
                        meals++;
                    }
                }
            }
        }

        private void think() {
            int thought = thoughts;
            for (int i = 0; i < 100; i++) {
                thought = thought * 1_103_515_245 + 12_345;
            }
            thoughts = thought;
        }
    }

    @Override
    public void prepare() {
        // One alone has two forks too.
        forks = new Fork[Math.max(2, philosophers.length)];
        for (int i = 0; i < forks.length; i++) {
            forks[i] = new Fork();
        }
        for (int id = 0; id < philosophers.length; id++) {
            philosophers[id] = new Philosopher(id);
        }
    }

    @Override
    public void run() throws InterruptedException {
        Measured.inThreads(philosophers);
    }

    @Override
    public void check() {
        int[] expected = new int[forks.length];
        for (int id = 0; id < philosophers.length; id++) {
            expected[id] += size;
            expected[(id + 1) % forks.length] += size;
            if (philosophers[id].thoughts != philosophers[0].thoughts) {
                Measured.fail("philosopher " + id + " thought something else");
            }
        }
        for (int i = 0; i < forks.length; i++) {
            if (forks[i].uses != expected[i] || forks[i].handedOver > expected[i]) {
                Measured.fail("fork " + i + " was used " + forks[i].uses + " times instead of " + expected[i]);
            }
        }
    }
}
