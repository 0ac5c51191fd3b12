package small;

import measured.Measured;

/**
 * THREADS producers and as many consumers pass SIZE objects each through a stack of {@value #CAPACITY} places. Two
 * semaphores count the free and the full places; the stack and they are monitors. A semaphore is lowered before the
 * stack is entered, and raised inside: to lower it inside would be to wait with the stack locked, and for ever.
 *
 * <p>After the nested monitors of Magee and Kramer ("Concurrency: State Models and Java Programs", chapter 5), in the
 * form that does not lock up; {@code nestedMonitor} in [TREE Table 5.1].
 *
 * <p>Races: none.
 */
final class Nested implements Measured.Program {
    private static final int QUICK = 120_000;
    private static final int FULL = 600_000;

    private static final int CAPACITY = 32;

    private final int size;
    private final int threads;
    private Taker[] takers;
    private Giver[] givers;

    private Nested(int size, int threads) {
        this.size = size;
        this.threads = threads;
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        measured.run(new Nested(measured.size, measured.threads));
        measured.done();
    }

    private static final class Semaphore {
        /** Guard: this. */
        private int value;

        Semaphore(int value) {
            this.value = value;
        }

        synchronized void raise() {
            value++;
            notify();
        }

        synchronized void lower() throws InterruptedException {
            while (value == 0) {
                wait();
            }
            value--;
        }
    }

    /** Passed from thread to thread, and changed by each that has it. */
    private static final class Parcel {
        int from;
        int number;
        int to;
    }

    private static final class Stack {
        private final Semaphore free = new Semaphore(CAPACITY);
        private final Semaphore full = new Semaphore(0);
        /** Guard of both: this. */
        private final Parcel[] parcels = new Parcel[CAPACITY];
        private int count;

        void put(Parcel parcel) throws InterruptedException {
            free.lower();
            synchronized (this) {
                parcels[count++] = parcel;
                full.raise();
            }
        }

        Parcel take() throws InterruptedException {
            full.lower();
            synchronized (this) {
                Parcel parcel = parcels[--count];
                parcels[count] = null;
                free.raise();
                return parcel;
            }
        }
    }

    private final class Giver implements Runnable {
        private final int id;
        private final Stack stack;

        Giver(int id, Stack stack) {
            this.id = id;
            this.stack = stack;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < size; i++) {
                    Parcel parcel = new Parcel();
                    parcel.from = id;
                    parcel.number = i;
                    stack.put(parcel);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final class Taker implements Runnable {
        private final int id;
        private final Stack stack;
        private final Parcel[] taken = new Parcel[size];

        Taker(int id, Stack stack) {
            this.id = id;
            this.stack = stack;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < size; i++) {
                    Parcel parcel = stack.take();
                    parcel.to = id;
                    taken[i] = parcel;
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void prepare() {
        Stack stack = new Stack();
        givers = new Giver[threads];
        takers = new Taker[threads];
        for (int id = 0; id < threads; id++) {
            givers[id] = new Giver(id, stack);
            takers[id] = new Taker(id, stack);
        }
    }

    @Override
    public void run() throws InterruptedException {
        Runnable[] all = new Runnable[2 * threads];
        System.arraycopy(givers, 0, all, 0, threads);
        System.arraycopy(takers, 0, all, threads, threads);
        Measured.inThreads(all);
    }

    @Override
    public void check() {
        boolean[][] seen = new boolean[threads][size];
        for (Taker taker : takers) {
            for (Parcel parcel : taker.taken) {
                if (parcel.to != taker.id || seen[parcel.from][parcel.number]) {
                    Measured.fail("parcel " + parcel.number + " of " + parcel.from + " was taken twice");
                }
                seen[parcel.from][parcel.number] = true;
            }
        }
    }
}
