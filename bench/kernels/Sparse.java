package kernels;

import java.util.Random;
import measured.Measured;

/**
 * Multiplies a random sparse matrix of SIZE rows, with five elements a row on average, {@value #ROUNDS} times with
 * the same vector and adds up the products. The elements are triples in three arrays; those of one band of rows
 * belong to one thread.
 *
 * <p>After {@code sparsematmult} of the Java Grande multithreaded suite (section 2). The column is random, so the
 * vector is read in no order that could be compressed, and by all threads.
 *
 * <p>Races: none. The threads add to disjoint bands of the result and are joined.
 */
final class Sparse implements Measured.Program {
    private static final int QUICK = 250_000;
    private static final int FULL = 1_300_000;

    private static final int PER_ROW = 5;
    private static final int ROUNDS = 200;

    private final int[] rows;
    private final int[] columns;
    private final double[] values;
    private final double[] vector;
    private final double[] sums;
    /** The elements of thread {@code id} are {@code [first[id]..first[id + 1])}. */
    private final int[] first;

    private Sparse(int size, int threads) {
        int elements = PER_ROW * size;
        this.rows = new int[elements];
        this.columns = new int[elements];
        this.values = new double[elements];
        this.vector = new double[size];
        this.sums = new double[size];
        this.first = new int[threads + 1];
        Random random = new Random(10101010L);
        for (int i = 0; i < size; i++) {
            vector[i] = random.nextDouble() * 1e-6;
        }
        int[] bandOf = new int[elements];
        int[] drawnRows = new int[elements];
        for (int i = 0; i < elements; i++) {
            drawnRows[i] = random.nextInt(size);
            bandOf[i] = (int) ((long) drawnRows[i] * threads / size);
            first[bandOf[i] + 1]++;
        }
        for (int id = 0; id < threads; id++) {
            first[id + 1] += first[id];
        }
        int[] next = first.clone();
        for (int i = 0; i < elements; i++) {
            int at = next[bandOf[i]]++;
            rows[at] = drawnRows[i];
            columns[at] = random.nextInt(size);
            values[at] = random.nextDouble();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        measured.run(new Sparse(measured.size, measured.threads));
        measured.done();
    }

    @Override
    public void prepare() {
        java.util.Arrays.fill(sums, 0.0);
    }

    @Override
    public void run() throws InterruptedException {
        Runnable[] workers = new Runnable[first.length - 1];
        for (int id = 0; id < workers.length; id++) {
            workers[id] = new Worker(first[id], first[id + 1]);
        }
        Measured.inThreads(workers);
    }

    /** One product in one thread, times the number of rounds. */
    @Override
    public void check() {
        double[] once = new double[sums.length];
        for (int i = 0; i < rows.length; i++) {
            once[rows[i]] += vector[columns[i]] * values[i];
        }
        for (int row = 0; row < sums.length; row++) {
            double expected = once[row] * ROUNDS;
            if (!(Math.abs(sums[row] - expected) <= 1e-10 * expected)) {
                Measured.fail("row " + row + " adds up to " + sums[row] + ", expected " + expected);
            }
        }
    }

    private final class Worker implements Runnable {
        private final int from;
        private final int to;

        Worker(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = from; i < to; i++) {
                    sums[rows[i]] += vector[columns[i]] * values[i];
                }
            }
        }
    }
}
