package small;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;
import measured.Measured;

/**
 * The length of the shortest round trip through SIZE cities, by branch and bound. Beginnings of tours wait in a list;
 * THREADS threads take one each, put its continuations back while it is short, and otherwise try all of them.
 *
 * <p>After {@code tsp} of von Praun and Gross ("Object Race Detection", 2001), which most papers about races have used.
 * As there, the length of the best tour so far is written under a lock and read without it. Here each thread begins with
 * the tour that always goes to the nearest city, from a city of its own.
 *
 * <p>Races: {@link #best}, read by {@link #bound}. It only ever falls, so who reads an old value tries in vain what
 * could have been left out; the result is right. Two threads race in every run: each reads it before it has
 * synchronised with anyone, and the first that takes the lock writes it.
 */
final class Tsp implements Measured.Program {
    private static final int QUICK = 16;
    private static final int FULL = 17;

    /** More would take the check too much memory. */
    private static final int MOST_CITIES = 20;
    /** Tours with so many cities are not put back into the list. */
    private static final int SHORT = 5;
    private static final long SEED = 9L;

    private final Object bestLock = new Object();
    /** Guard of writes: bestLock. */
    private int best;

    private final int threads;
    private final int[][] distances;
    /** What leaving each city costs at least. */
    private final int[] cheapest;
    private WorkList list;

    private Tsp(int cities, int threads) {
        this.threads = threads;
        this.distances = distances(cities);
        this.cheapest = new int[cities];
        for (int i = 0; i < cities; i++) {
            cheapest[i] = Integer.MAX_VALUE;
            for (int j = 0; j < cities; j++) {
                if (i != j) {
                    cheapest[i] = Math.min(cheapest[i], distances[i][j]);
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        if (measured.size < 2 || measured.size > MOST_CITIES) {
            Measured.fail("expected 2 to " + MOST_CITIES + " cities");
        }
        measured.run(new Tsp(measured.size, measured.threads));
        measured.done();
    }

    private static int[][] distances(int cities) {
        Random random = new Random(SEED);
        double[] x = random.doubles(cities).toArray();
        double[] y = random.doubles(cities).toArray();
        int[][] distances = new int[cities][cities];
        for (int i = 0; i < cities; i++) {
            for (int j = 0; j < cities; j++) {
                distances[i][j] = (int) (10_000 * Math.hypot(x[i] - x[j], y[i] - y[j]));
            }
        }
        return distances;
    }

    private int bound() {
        return best; // race[a]
    }

    private void offer(int length) {
        if (length < bound()) {
            synchronized (bestLock) {
                if (length < best) {
                    best = length; // race[a]
                }
            }
        }
    }

    /** The beginning of a tour. */
    private static final class Tour {
        final int[] cities;
        final int length;

        Tour(int[] cities, int length) {
            this.cities = cities;
            this.length = length;
        }
    }

    private static final class WorkList {
        private final int threads;
        /** Guard of both: this. */
        private final ArrayDeque<Tour> tours = new ArrayDeque<>();
        private int waiting;

        WorkList(int threads) {
            this.threads = threads;
        }

        synchronized void put(Tour tour) {
            tours.push(tour);
            notify();
        }

        /** Null when there is nothing left, and nobody who could put something. */
        synchronized Tour take() throws InterruptedException {
            waiting++;
            while (tours.isEmpty() && waiting < threads) {
                wait();
            }
            if (tours.isEmpty()) {
                notifyAll();
                return null;
            }
            waiting--;
            return tours.pop();
        }
    }

    private final class Worker implements Runnable {
        private final int id;
        private final int[] path = new int[distances.length];
        private final boolean[] isVisited = new boolean[distances.length];
        /** What leaving the cities that are not visited, and the last one, costs at least. */
        private int atLeast;

        Worker(int id) {
            this.id = id;
        }

        @Override
        public void run() {
            offer(nearest(id % distances.length));
            try {
                for (Tour tour = list.take(); tour != null; tour = list.take()) {
                    follow(tour);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private int nearest(int start) {
            Arrays.fill(isVisited, false);
            int length = 0;
            int last = start;
            for (int count = 1; count < distances.length; count++) {
                isVisited[last] = true;
                int next = -1;
                for (int city = 0; city < distances.length; city++) {
                    if (!isVisited[city] && (next < 0 || distances[last][city] < distances[last][next])) {
                        next = city;
                    }
                }
                length += distances[last][next];
                last = next;
            }
            return length + distances[last][start];
        }

        private void follow(Tour tour) {
            Arrays.fill(isVisited, false);
            atLeast = 0;
            for (int cost : cheapest) {
                atLeast += cost;
            }
            int count = tour.cities.length;
            for (int i = 0; i < count; i++) {
                path[i] = tour.cities[i];
                isVisited[path[i]] = true;
                atLeast -= i < count - 1 ? cheapest[path[i]] : 0;
            }
            extend(count, tour.length);
        }

        private void extend(int count, int length) {
            int last = path[count - 1];
            if (count == path.length) {
                offer(length + distances[last][path[0]]);
                return;
            }
            for (int city = 1; city < path.length; city++) {
                int longer = length + distances[last][city];
                if (isVisited[city] || longer + atLeast - cheapest[last] >= bound()) {
                    continue;
                }
                path[count] = city;
                if (count < SHORT) {
                    list.put(new Tour(Arrays.copyOf(path, count + 1), longer));
                    continue;
                }
                isVisited[city] = true;
                atLeast -= cheapest[last];
                extend(count + 1, longer);
                atLeast += cheapest[last];
                isVisited[city] = false;
            }
        }
    }

    @Override
    public void prepare() {
        best = Integer.MAX_VALUE;
        list = new WorkList(threads);
        list.put(new Tour(new int[] {0}, 0));
    }

    @Override
    public void run() throws InterruptedException {
        Runnable[] workers = new Runnable[threads];
        for (int id = 0; id < threads; id++) {
            workers[id] = new Worker(id);
        }
        Measured.inThreads(workers);
    }

    /** By dynamic programming over sets of cities (Held and Karp, 1962). */
    @Override
    public void check() {
        int others = distances.length - 1;
        int[][] shortest = new int[1 << others][others];
        for (int set = 1; set < shortest.length; set++) {
            for (int last = 0; last < others; last++) {
                shortest[set][last] = (set >> last & 1) == 0 ? Integer.MAX_VALUE : shortest(shortest, set, last);
            }
        }
        int expected = Integer.MAX_VALUE;
        for (int last = 0; last < others; last++) {
            expected = Math.min(expected, shortest[shortest.length - 1][last] + distances[last + 1][0]);
        }
        if (best != expected) {
            Measured.fail("the shortest tour is " + best + ", expected " + expected);
        }
    }

    /** Of the ways from city 0 through a set that end in one of it. */
    private int shortest(int[][] shortest, int set, int last) {
        int without = set & ~(1 << last);
        if (without == 0) {
            return distances[0][last + 1];
        }
        int least = Integer.MAX_VALUE;
        for (int before = 0; before < shortest[set].length; before++) {
            if ((without >> before & 1) != 0) {
                least = Math.min(least, shortest[without][before] + distances[before + 1][last + 1]);
            }
        }
        return least;
    }
}
