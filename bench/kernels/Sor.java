package kernels;

import java.util.Random;
import measured.Measured;

/**
 * Red-black successive over-relaxation on a grid of SIZE by SIZE: {@value #SWEEPS} sweeps, in each first the even
 * rows and then the odd ones. The threads own bands of rows. After each half sweep a thread waits for the owners of
 * the bands above and below, and for nobody else.
 *
 * <p>After {@code sor} of the Java Grande multithreaded suite (section 2), where a thread announces its progress in an
 * array whose reference alone is volatile, which is a race. Here each thread's progress is a volatile field.
 *
 * <p>Races: none.
 */
final class Sor implements Measured.Program {
    private static final int QUICK = 1300;
    private static final int FULL = 3000;

    private static final int SWEEPS = 100;
    private static final double OMEGA = 1.25;

    private final double[][] grid;
    private final int threads;

    private Sor(int size, int threads) {
        this.grid = new double[size][size];
        this.threads = threads;
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        Sor parallel = new Sor(measured.size, measured.threads);
        measured.run(parallel);
        // Once, because it takes as long as THREADS iterations.
        Sor sequential = new Sor(measured.size, 1);
        sequential.prepare();
        sequential.relaxAlone();
        parallel.requireEqual(sequential);
        measured.done();
    }

    @Override
    public void prepare() {
        Random random = new Random(10101010L);
        for (double[] row : grid) {
            for (int j = 0; j < row.length; j++) {
                row[j] = random.nextDouble() * 1e-6;
            }
        }
    }

    @Override
    public void run() throws InterruptedException {
        int inner = grid.length - 2;
        // A thread without rows would stand between two that must wait for each other.
        int bands = Math.max(1, Math.min(threads, inner));
        Progress[] progress = new Progress[bands];
        for (int id = 0; id < bands; id++) {
            progress[id] = new Progress();
        }
        Runnable[] workers = new Runnable[bands];
        for (int id = 0; id < bands; id++) {
            int from = 1 + (int) ((long) inner * id / bands);
            int to = 1 + (int) ((long) inner * (id + 1) / bands);
            Progress above = id > 0 ? progress[id - 1] : null;
            Progress below = id < bands - 1 ? progress[id + 1] : null;
            workers[id] = new Worker(from, to, progress[id], above, below);
        }
        Measured.inThreads(workers);
    }

    @Override
    public void check() {
        // Averages of neighbours, over-relaxed: the values stay near where they were.
        double[] middle = grid[grid.length / 2];
        double value = middle[middle.length / 2];
        if (!(value > -1e-6 && value < 2e-6)) {
            Measured.fail("the middle of the grid is " + value);
        }
    }

    /** How far a thread has come, in half sweeps. */
    private static final class Progress {
        volatile int done;

        void await(int wanted) {
            int spins = 0;
            while (done < wanted) {
                if (++spins < 1000) {
                    Thread.onSpinWait();
                } else {
                    Thread.yield();
                }
            }
        }
    }

    private final class Worker implements Runnable {
        private final int from;
        private final int to;
        private final Progress mine;
        private final Progress above;
        private final Progress below;

        Worker(int from, int to, Progress mine, Progress above, Progress below) {
            this.from = from;
            this.to = to;
            this.mine = mine;
            this.above = above;
            this.below = below;
        }

        @Override
        public void run() {
            for (int half = 0; half < 2 * SWEEPS; half++) {
                relaxHalf(grid, from, to, half % 2);
                mine.done = half + 1;
                if (above != null) {
                    above.await(half + 1);
                }
                if (below != null) {
                    below.await(half + 1);
                }
            }
        }
    }

    private void relaxAlone() {
        for (int half = 0; half < 2 * SWEEPS; half++) {
            relaxHalf(grid, 1, grid.length - 1, half % 2);
        }
    }

    /** The rows of one colour in {@code [from..to)}. */
    private static void relaxHalf(double[][] grid, int from, int to, int colour) {
        for (int i = from + ((from + colour) & 1); i < to; i += 2) {
            relaxRow(grid[i - 1], grid[i], grid[i + 1]);
        }
    }

    private static void relaxRow(double[] above, double[] row, double[] below) {
        double share = OMEGA * 0.25;
        double rest = 1.0 - OMEGA;
        for (int j = 1; j < row.length - 1; j++) {
            row[j] = share * (above[j] + below[j] + row[j - 1] + row[j + 1]) + rest * row[j];
        }
    }

    /** To the last bit: the colours make the order of all updates that depend on each other the same. */
    private void requireEqual(Sor other) {
        for (int i = 0; i < grid.length; i++) {
            if (!java.util.Arrays.equals(grid[i], other.grid[i])) {
                Measured.fail("row " + i + " is not what one thread computes");
            }
        }
    }
}
