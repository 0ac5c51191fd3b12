package small;

import java.util.ArrayDeque;
import measured.Measured;

/**
 * A client asks SIZE times for {@value #TASKS} pages, which THREADS threads of a pool fetch and read; every fourth time
 * it gives up at once. A page is made up here instead of fetched: a text with years in it, of which the latest counts.
 *
 * <p>After {@code hedc} of von Praun and Gross ("Object Race Detection", 2001), a crawler for archives of astrophysics.
 * As there, a request is cancelled by looking at fields of its tasks and writing them, while the pool works on them.
 *
 * <p>Races: {@link Task#isValid}, written by {@link Task#cancel} and read by the pool; {@link Task#worker}, written by
 * the pool and read by {@link Task#cancel}. All tasks are handed over at once, and the client synchronises with nobody
 * until it has cancelled them; whoever takes the first task of a request synchronises with nobody until it is done. So
 * these two race in every run. Whether a cancelled task is done is open; if it is, its result is right.
 */
final class Hedc implements Measured.Program {
    private static final int QUICK = 1_200;
    private static final int FULL = 6_000;

    private static final int TASKS = 8;
    private static final int PAGE_LENGTH = 4_000;
    private static final int CANCELLED_EVERY = 4;
    /** One of so many requests is computed again in one thread. */
    private static final int CHECKED_EVERY = 10;

    private final int threads;
    private final Request[] requests;

    private Hedc(int size, int threads) {
        this.threads = threads;
        this.requests = new Request[size];
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        measured.run(new Hedc(measured.size, measured.threads));
        measured.done();
    }

    private static final class Task {
        private static final int NOTHING = -1;

        private final Request request;
        private final int seed;
        private boolean isValid = true;
        /** Who does it now. */
        private Thread worker;
        /** Written by the worker; for others when the request is done. */
        private int latest = NOTHING;

        Task(Request request, int seed) {
            this.request = request;
            this.seed = seed;
        }

        void perform() {
            setWorker(Thread.currentThread());
            if (isValid()) {
                latest = latestYear(page(seed));
            }
            setWorker(null);
            request.oneIsDone();
        }

        /** Whether it was seen at work. */
        boolean cancel() {
            isValid = false; // race[valid]
            return worker != null; // race[worker]
        }

        private boolean isValid() {
            return isValid; // race[valid]
        }

        private void setWorker(Thread thread) {
            worker = thread; // race[worker]
        }
    }

    private static final class Request {
        final Task[] tasks = new Task[TASKS];
        private final boolean isCancelled;
        /** Guard: this. */
        private int done;

        Request(int id) {
            isCancelled = id % CANCELLED_EVERY == 0;
            for (int i = 0; i < TASKS; i++) {
                tasks[i] = new Task(this, id * TASKS + i);
            }
        }

        synchronized void oneIsDone() {
            done++;
            if (done == tasks.length) {
                notifyAll();
            }
        }

        synchronized void awaitAll() throws InterruptedException {
            while (done < tasks.length) {
                wait();
            }
        }
    }

    private static final class Pool {
        /** Guard of both: this. */
        private final ArrayDeque<Task> waiting = new ArrayDeque<>();
        private boolean isClosed;

        synchronized void add(Task[] tasks) {
            for (Task task : tasks) {
                waiting.add(task);
            }
            notifyAll();
        }

        synchronized void close() {
            isClosed = true;
            notifyAll();
        }

        /** Null when there will be no more. */
        synchronized Task take() throws InterruptedException {
            while (waiting.isEmpty() && !isClosed) {
                wait();
            }
            return waiting.poll();
        }
    }

    private final class Client implements Runnable {
        private final Pool pool;
        private int seenAtWork;

        Client(Pool pool) {
            this.pool = pool;
        }

        @Override
        public void run() {
            try {
                for (Request request : requests) {
                    pool.add(request.tasks);
                    if (request.isCancelled) {
                        cancel(request);
                    }
                    request.awaitAll();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            pool.close();
        }

        private void cancel(Request request) {
            for (Task task : request.tasks) {
                if (task.cancel()) {
                    seenAtWork++;
                }
            }
        }
    }

    private static final class Worker implements Runnable {
        private final Pool pool;

        Worker(Pool pool) {
            this.pool = pool;
        }

        @Override
        public void run() {
            try {
                for (Task task = pool.take(); task != null; task = pool.take()) {
                    task.perform();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Words of letters, and numbers of four digits among them. */
    private static char[] page(int seed) {
        char[] page = new char[PAGE_LENGTH];
        int random = seed;
        for (int i = 0; i < page.length; i++) {
            random = random * 1_664_525 + 1_013_904_223;
            int kind = random >>> 26;
            if (kind == 0 && i + 4 < page.length) {
                int year = 1900 + (random >>> 8 & 0x7f);
                for (int digit = 3; digit >= 0; digit--) {
                    page[i + digit] = (char) ('0' + year % 10);
                    year /= 10;
                }
                i += 4;
                page[i] = ' ';
            } else {
                page[i] = kind < 10 ? ' ' : (char) ('a' + kind % 26);
            }
        }
        return page;
    }

    private static int latestYear(char[] page) {
        int latest = 0;
        int number = 0;
        for (char c : page) {
            if (c >= '0' && c <= '9') {
                number = 10 * number + c - '0';
            } else {
                latest = Math.max(latest, number);
                number = 0;
            }
        }
        return latest;
    }

    @Override
    public void prepare() {
        for (int id = 0; id < requests.length; id++) {
            requests[id] = new Request(id);
        }
    }

    @Override
    public void run() throws InterruptedException {
        Pool pool = new Pool();
        Runnable[] all = new Runnable[threads + 1];
        all[0] = new Client(pool);
        for (int id = 1; id <= threads; id++) {
            all[id] = new Worker(pool);
        }
        Measured.inThreads(all);
    }

    @Override
    public void check() {
        for (int id = 0; id < requests.length; id++) {
            for (Task task : requests[id].tasks) {
                boolean isMissing = task.latest == Task.NOTHING;
                if (isMissing && !requests[id].isCancelled) {
                    Measured.fail("task " + task.seed + " was not done");
                }
                boolean isChecked = !isMissing && id % CHECKED_EVERY == 0;
                if (isChecked && task.latest != latestYear(page(task.seed))) {
                    Measured.fail("task " + task.seed + " gives another result in one thread");
                }
            }
        }
    }
}
