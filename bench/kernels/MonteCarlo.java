package kernels;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import measured.Measured;

/**
 * Prices a product on a share by simulating SIZE paths of {@value #DAYS} days. Drift and volatility come from a history
 * of prices; a path is a geometric Brownian motion with the seed of its task. The list of tasks is made before the
 * threads start and divided among them in blocks; each adds its results to one list under a lock.
 *
 * <p>After {@code montecarlo} of the Java Grande multithreaded suite (section 3). Each task makes new objects and small
 * arrays, uses them in one thread, and drops all but its result. As there, randomness is {@link Random}'s, which
 * synchronises although no two threads share one. The history is made up here instead of read from a file.
 *
 * <p>Races: none.
 */
final class MonteCarlo implements Measured.Program {
    private static final int QUICK = 18_000;
    private static final int FULL = 65_000;

    private static final int DAYS = 1000;
    private static final double YEAR = 252.0;
    private static final double START = 100.0;
    private static final long FIRST_SEED = 1_000L;
    /** One of so many tasks is computed again in one thread. */
    private static final int CHECKED_EVERY = 50;

    private final int threads;
    private final List<Task> tasks = new ArrayList<>();
    private final List<Result> results = new ArrayList<>();
    private final Rates rates;

    private MonteCarlo(int size, int threads) {
        this.threads = threads;
        this.rates = Rates.of(history());
        for (int i = 0; i < size; i++) {
            tasks.add(new Task(i, FIRST_SEED + 11L * i, rates));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        measured.run(new MonteCarlo(measured.size, measured.threads));
        measured.done();
    }

    /** Six years of closing prices. */
    private static double[] history() {
        Random random = new Random(19_940_103L);
        double[] prices = new double[1500];
        prices[0] = START;
        for (int i = 1; i < prices.length; i++) {
            prices[i] = prices[i - 1] * Math.exp(0.0004 + 0.015 * random.nextGaussian());
        }
        return prices;
    }

    /** Yearly drift and volatility of logarithmic returns. */
    private static final class Rates {
        final double drift;
        final double volatility;

        Rates(double drift, double volatility) {
            this.drift = drift;
            this.volatility = volatility;
        }

        static Rates of(double[] prices) {
            double[] returns = returnsOf(prices);
            double mean = mean(returns);
            double squares = 0.0;
            for (double r : returns) {
                squares += (r - mean) * (r - mean);
            }
            double variance = squares / (returns.length - 1) * YEAR;
            return new Rates(mean * YEAR, Math.sqrt(variance));
        }
    }

    private static final class Task {
        final int number;
        final long seed;
        final Rates rates;

        Task(int number, long seed, Rates rates) {
            this.number = number;
            this.seed = seed;
            this.rates = rates;
        }

        Result run() {
            PricePath path = new PricePath(START, 1.0 / YEAR, DAYS);
            path.simulate(rates, new Random(seed));
            Rates seen = Rates.of(path.prices);
            return new Result(number, path.last(), seen.drift, seen.volatility);
        }
    }

    private static final class PricePath {
        final double[] fluctuations;
        final double[] prices;
        private final double start;
        private final double interval;

        PricePath(double start, double interval, int days) {
            this.start = start;
            this.interval = interval;
            this.fluctuations = new double[days];
            this.prices = new double[days + 1];
        }

        void simulate(Rates rates, Random random) {
            double mean = rates.drift * interval;
            double deviation = rates.volatility * Math.sqrt(interval);
            for (int i = 0; i < fluctuations.length; i++) {
                fluctuations[i] = mean + deviation * random.nextGaussian();
            }
            prices[0] = start;
            for (int i = 0; i < fluctuations.length; i++) {
                prices[i + 1] = prices[i] * Math.exp(fluctuations[i]);
            }
        }

        double last() {
            return prices[prices.length - 1];
        }
    }

    private static final class Result {
        final int task;
        final double price;
        final double drift;
        final double volatility;

        Result(int task, double price, double drift, double volatility) {
            this.task = task;
            this.price = price;
            this.drift = drift;
            this.volatility = volatility;
        }
    }

    private static double[] returnsOf(double[] prices) {
        double[] returns = new double[prices.length - 1];
        for (int i = 0; i < returns.length; i++) {
            returns[i] = Math.log(prices[i + 1] / prices[i]);
        }
        return returns;
    }

    private static double mean(double[] values) {
        double sum = 0.0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    @Override
    public void prepare() {
        results.clear();
    }

    @Override
    public void run() throws InterruptedException {
        Runnable[] workers = new Runnable[threads];
        for (int id = 0; id < threads; id++) {
            int from = (int) ((long) tasks.size() * id / threads);
            int to = (int) ((long) tasks.size() * (id + 1) / threads);
            workers[id] = new Worker(from, to);
        }
        Measured.inThreads(workers);
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
            for (int i = from; i < to; i++) {
                Result result = tasks.get(i).run();
                synchronized (results) {
                    results.add(result);
                }
            }
        }
    }

    @Override
    public void check() {
        Result[] byTask = new Result[tasks.size()];
        double[] drifts = new double[tasks.size()];
        for (Result result : results) {
            if (byTask[result.task] != null) {
                Measured.fail("task " + result.task + " has two results");
            }
            byTask[result.task] = result;
            drifts[result.task] = result.drift;
        }
        for (int i = 0; i < byTask.length; i++) {
            if (byTask[i] == null) {
                Measured.fail("task " + i + " has no result");
            }
        }
        // The drift seen in one path is the true one, with a deviation that only depends on the time it spans.
        double deviation = rates.volatility / Math.sqrt(DAYS / YEAR * drifts.length);
        double difference = mean(drifts) - rates.drift;
        if (!(Math.abs(difference) < 6 * deviation)) {
            Measured.fail("the mean drift is " + mean(drifts) + ", expected " + rates.drift);
        }
        for (int i = 0; i < byTask.length; i += CHECKED_EVERY) {
            Result again = tasks.get(i).run();
            boolean same = again.price == byTask[i].price && again.drift == byTask[i].drift
                    && again.volatility == byTask[i].volatility;
            if (!same) {
                Measured.fail("task " + i + " gives another result in one thread");
            }
        }
    }
}
