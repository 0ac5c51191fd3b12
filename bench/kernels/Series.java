package kernels;

import measured.Measured;

/**
 * The first SIZE pairs of Fourier coefficients of {@code (x+1)^x} on [0,2], each integral by the trapezoid rule over
 * 1000 intervals; the coefficients are divided among the threads in blocks, which write into two shared arrays.
 *
 * <p>After {@code series} of the Java Grande multithreaded suite (section 2). Nearly all of its time is spent in
 * {@code Math.pow}, {@code sin} and {@code cos}: it shows what a detector costs where there is nothing to detect.
 *
 * <p>Races: none. The threads write disjoint elements and are joined.
 */
final class Series implements Measured.Program {
    private static final int QUICK = 14_000;
    private static final int FULL = 54_000;

    private static final int INTERVALS = 1000;
    private static final double PERIOD = 2.0;

    private static final int CONSTANT = 0;
    private static final int COSINE = 1;
    private static final int SINE = 2;

    /** The first four pairs, by Simpson's rule over 200,000 intervals; the trapezoid rule over 1000 comes near them. */
    private static final double[][] KNOWN = {
        {2.8819181375, 0.0000000000},
        {1.1340355957, -1.8820902650},
        {0.3622204699, -1.1648064093},
        {0.1703170827, -0.8147093207},
    };

    private final double[] cosines;
    private final double[] sines;
    private final int threads;

    private Series(int size, int threads) {
        this.cosines = new double[size];
        this.sines = new double[size];
        this.threads = threads;
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        measured.run(new Series(measured.size, measured.threads));
        measured.done();
    }

    @Override
    public void prepare() {
        java.util.Arrays.fill(cosines, 0.0);
        java.util.Arrays.fill(sines, 0.0);
    }

    @Override
    public void run() throws InterruptedException {
        Runnable[] workers = new Runnable[threads];
        int block = (cosines.length + threads - 1) / threads;
        for (int id = 0; id < threads; id++) {
            int from = Math.min(id * block, cosines.length);
            workers[id] = new Worker(from, Math.min(from + block, cosines.length));
        }
        Measured.inThreads(workers);
    }

    @Override
    public void check() {
        for (int n = 0; n < Math.min(KNOWN.length, cosines.length); n++) {
            if (!(Math.abs(cosines[n] - KNOWN[n][0]) < 2e-4 && Math.abs(sines[n] - KNOWN[n][1]) < 2e-4)) {
                Measured.fail("coefficient " + n + " is " + cosines[n] + ", " + sines[n]
                        + ", expected " + KNOWN[n][0] + ", " + KNOWN[n][1]);
            }
        }
        // The function is smooth inside the interval: beyond the first ones its coefficients only get smaller, until
        // the frequency comes near that of the intervals.
        for (int n = KNOWN.length; n < Math.min(INTERVALS / 4, sines.length); n++) {
            if (!(sines[n] < 0 && sines[n] > sines[n - 1])) {
                Measured.fail("sine coefficient " + n + " is " + sines[n] + " after " + sines[n - 1]);
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
            double omega = 2 * Math.PI / PERIOD;
            for (int n = from; n < to; n++) {
                if (n == 0) {
                    cosines[0] = integral(0.0, CONSTANT) / PERIOD;
                } else {
                    cosines[n] = integral(omega * n, COSINE);
                    sines[n] = integral(omega * n, SINE);
                }
            }
        }
    }

    private static double integral(double frequency, int select) {
        double step = PERIOD / INTERVALS;
        double sum = (value(0.0, frequency, select) + value(PERIOD, frequency, select)) / 2;
        double x = 0.0;
        for (int i = 1; i < INTERVALS; i++) {
            x += step;
            sum += value(x, frequency, select);
        }
        return sum * step;
    }

    private static double value(double x, double frequency, int select) {
        double power = Math.pow(x + 1.0, x);
        switch (select) {
            case COSINE:
                return power * Math.cos(frequency * x);
            case SINE:
                return power * Math.sin(frequency * x);
            default:
                return power;
        }
    }
}
