package kernels;

import java.util.Random;
import measured.Measured;

/**
 * Solves a dense system of SIZE linear equations by LU factorisation with partial pivoting. For every column one
 * thread finds the pivot and scales, all threads meet, each updates its share of the columns to the right, all meet
 * again. Only the factorisation is timed.
 *
 * <p>After {@code lufact} of the Java Grande multithreaded suite (section 2), that is Linpack's {@code dgefa} and
 * {@code dgesl}, with a tournament barrier. The matrix is an array of columns; its accesses are triangular, and what
 * belongs to a thread moves with each step.
 *
 * <p>Races: none.
 */
final class LuFact implements Measured.Program {
    /** 18 MB: a matrix that just fills the last cache takes a third longer whenever something else uses that, too. */
    private static final int QUICK = 1500;
    private static final int FULL = 3100;

    private final double[][] columns;
    private final double[] right;
    private final int[] pivots;
    private final int threads;

    private LuFact(int size, int threads) {
        this.columns = new double[size][size];
        this.right = new double[size];
        this.pivots = new int[size];
        this.threads = threads;
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        measured.run(new LuFact(measured.size, measured.threads));
        measured.done();
    }

    @Override
    public void prepare() {
        generate(columns, right);
    }

    /** Random elements, and the right side for which every unknown is 1. */
    private static void generate(double[][] columns, double[] right) {
        Random random = new Random(1325L);
        java.util.Arrays.fill(right, 0.0);
        for (double[] column : columns) {
            for (int i = 0; i < column.length; i++) {
                column[i] = random.nextDouble() - 0.5;
                right[i] += column[i];
            }
        }
    }

    @Override
    public void run() throws InterruptedException {
        TournamentBarrier barrier = new TournamentBarrier(threads);
        Runnable[] workers = new Runnable[threads];
        for (int id = 0; id < threads; id++) {
            workers[id] = new Worker(id, barrier);
        }
        Measured.inThreads(workers);
    }

    private final class Worker implements Runnable {
        private final int id;
        private final TournamentBarrier barrier;

        Worker(int id, TournamentBarrier barrier) {
            this.id = id;
            this.barrier = barrier;
        }

        @Override
        public void run() {
            int size = columns.length;
            for (int k = 0; k < size - 1; k++) {
                if (id == 0) {
                    eliminateColumn(k);
                }
                barrier.meet(id, 2 * k + 1);
                int left = size - (k + 1);
                int share = (left + threads - 1) / threads;
                int from = Math.min(k + 1 + id * share, size);
                updateColumns(k, from, Math.min(from + share, size));
                barrier.meet(id, 2 * k + 2);
            }
            if (id == 0) {
                pivots[size - 1] = size - 1;
            }
        }
    }

    /** Moves the pivot of column k into place and leaves the multipliers below it. */
    private void eliminateColumn(int k) {
        double[] column = columns[k];
        int pivot = k;
        for (int i = k + 1; i < column.length; i++) {
            if (Math.abs(column[i]) > Math.abs(column[pivot])) {
                pivot = i;
            }
        }
        pivots[k] = pivot;
        swap(column, k, pivot);
        double factor = -1.0 / column[k];
        for (int i = k + 1; i < column.length; i++) {
            column[i] *= factor;
        }
    }

    private void updateColumns(int k, int from, int to) {
        double[] multipliers = columns[k];
        int pivot = pivots[k];
        for (int j = from; j < to; j++) {
            double[] column = columns[j];
            swap(column, k, pivot);
            addMultiple(column, column[k], multipliers, k + 1);
        }
    }

    /** Linpack's {@code daxpy}. */
    private static void addMultiple(double[] to, double factor, double[] of, int from) {
        for (int i = from; i < to.length; i++) {
            to[i] += factor * of[i];
        }
    }

    private static void swap(double[] column, int i, int j) {
        double kept = column[i];
        column[i] = column[j];
        column[j] = kept;
    }

    /** The residual in units of what rounding explains, with the threshold that is usual for Linpack runs. */
    @Override
    public void check() {
        double[] solution = solution();
        int size = columns.length;
        double[][] original = new double[size][size];
        double[] residual = new double[size];
        generate(original, residual);
        double[] rowSums = new double[size];
        for (int j = 0; j < size; j++) {
            addMultiple(residual, -solution[j], original[j], 0);
            for (int i = 0; i < size; i++) {
                rowSums[i] += Math.abs(original[j][i]);
            }
        }
        double explained = (norm(rowSums) * norm(solution) + norm(right)) * size * Math.ulp(1.0);
        double measure = norm(residual) / explained;
        if (!(measure < 16.0)) {
            Measured.fail("the normalised residual is " + measure);
        }
    }

    private double[] solution() {
        double[] x = right.clone();
        int size = x.length;
        for (int k = 0; k < size - 1; k++) {
            swap(x, k, pivots[k]);
            addMultiple(x, x[k], columns[k], k + 1);
        }
        for (int k = size - 1; k >= 0; k--) {
            x[k] /= columns[k][k];
            for (int i = 0; i < k; i++) {
                x[i] -= x[k] * columns[k][i];
            }
        }
        return x;
    }

    /** The largest absolute value; one that is no number is not overlooked. */
    private static double norm(double[] vector) {
        double largest = 0.0;
        for (double element : vector) {
            largest = Math.max(largest, Math.abs(element));
        }
        return largest;
    }
}
