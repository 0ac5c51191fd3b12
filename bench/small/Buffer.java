package small;

import measured.Measured;

/**
 * THREADS producers put SIZE numbers each into a buffer of {@value #CAPACITY} places, and as many consumers take them
 * out. Who finds it full or empty waits; who changes it wakes all.
 *
 * <p>After the bounded buffer of Hoare's monitors (1974), {@code boundedbuffer} in [TREE Table 5.1]. One lock that
 * everyone wants, and a wait at almost every turn.
 *
 * <p>Races: none.
 */
final class Buffer implements Measured.Program {
    private static final int QUICK = 100_000;
    private static final int FULL = 500_000;

    private static final int CAPACITY = 16;

    private final int size;
    private final int threads;
    private Producer[] producers;
    private Consumer[] consumers;

    private Buffer(int size, int threads) {
        this.size = size;
        this.threads = threads;
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        measured.run(new Buffer(measured.size, measured.threads));
        measured.done();
    }

    /** Guard of its fields: its own monitor. */
    private static final class Places {
        private final int[] numbers = new int[CAPACITY];
        private int first;
        private int count;

        synchronized void put(int number) throws InterruptedException {
            while (count == numbers.length) {
                wait();
            }
            numbers[(first + count) % numbers.length] = number;
            count++;
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (count == 0) {
                wait();
            }
            int number = numbers[first];
            first = (first + 1) % numbers.length;
            count--;
            notifyAll();
            return number;
        }
    }

    private abstract class Worker implements Runnable {
        final Places places;

        Worker(Places places) {
            this.places = places;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < size; i++) {
                    step(i);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        abstract void step(int i) throws InterruptedException;
    }

    private final class Producer extends Worker {
        private final int id;

        Producer(int id, Places places) {
            super(places);
            this.id = id;
        }

        @Override
        void step(int i) throws InterruptedException {
            places.put(id + i * threads);
        }
    }

    private final class Consumer extends Worker {
        private long sum;
        private long squares;

        Consumer(Places places) {
            super(places);
        }

        @Override
        void step(int i) throws InterruptedException {
            long number = places.take();
            sum += number;
            squares += number * number;
        }
    }

    @Override
    public void prepare() {
        Places places = new Places();
        producers = new Producer[threads];
        consumers = new Consumer[threads];
        for (int id = 0; id < threads; id++) {
            producers[id] = new Producer(id, places);
            consumers[id] = new Consumer(places);
        }
    }

    @Override
    public void run() throws InterruptedException {
        Runnable[] all = new Runnable[2 * threads];
        System.arraycopy(producers, 0, all, 0, threads);
        System.arraycopy(consumers, 0, all, threads, threads);
        Measured.inThreads(all);
    }

    @Override
    public void check() {
        long sum = 0;
        long squares = 0;
        for (Consumer consumer : consumers) {
            sum += consumer.sum;
            squares += consumer.squares;
        }
        long last = (long) size * threads;
        for (long number = 0; number < last; number++) {
            sum -= number;
            squares -= number * number;
        }
        if (sum != 0 || squares != 0) {
            Measured.fail("what came out is not what was put in: " + sum + " more, " + squares + " in squares");
        }
    }
}
