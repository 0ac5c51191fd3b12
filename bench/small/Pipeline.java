package small;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import measured.Measured;

/**
 * SIZE blocks of numbers go through THREADS stages, each a thread that takes a block from one queue, changes all of it,
 * and puts it into the next. The main thread fills the first queue; the last stage keeps what comes out.
 *
 * <p>After the pipelines of every textbook; {@code pipeline} in [TREE Table 5.1]. A block belongs to one thread at a
 * time, and only the queues of the JDK say so.
 *
 * <p>Races: none.
 */
final class Pipeline implements Measured.Program {
    private static final int QUICK = 60_000;
    private static final int FULL = 400_000;

    private static final int LENGTH = 100;
    private static final int CAPACITY = 64;
    /** One of so many blocks is computed again in one thread. */
    private static final int CHECKED_EVERY = 20;

    private final int size;
    private final int threads;
    /** The sums of the blocks that came out, in order, written by the last stage. */
    private final long[] sums;

    private Pipeline(int size, int threads) {
        this.size = size;
        this.threads = threads;
        this.sums = new long[size];
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        measured.run(new Pipeline(measured.size, measured.threads));
        measured.done();
    }

    private static final class Block {
        private final int[] numbers = new int[LENGTH];
        private int stages;

        Block(int seed) {
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = seed + i;
            }
        }

        void pass(int stage) {
            for (int i = 1; i < numbers.length; i++) {
                int mixed = (numbers[i] ^ numbers[i - 1] >>> 3) * 31;
                numbers[i] = mixed + stage;
            }
            stages++;
        }

        long sum() {
            long sum = stages;
            for (int number : numbers) {
                sum += number;
            }
            return sum;
        }
    }

    private final class Stage implements Runnable {
        private final int id;
        private final BlockingQueue<Block> from;
        /** Null: this is the last stage. */
        private final BlockingQueue<Block> to;

        Stage(int id, BlockingQueue<Block> from, BlockingQueue<Block> to) {
            this.id = id;
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < size; i++) {
                    Block block = from.take();
                    block.pass(id);
                    if (to == null) {
                        sums[i] = block.sum();
                    } else {
                        to.put(block);
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final class Source implements Runnable {
        private final BlockingQueue<Block> to;

        Source(BlockingQueue<Block> to) {
            this.to = to;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < size; i++) {
                    to.put(new Block(i));
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void prepare() {
        java.util.Arrays.fill(sums, 0L);
    }

    @Override
    public void run() throws InterruptedException {
        BlockingQueue<Block> queue = new ArrayBlockingQueue<>(CAPACITY);
        Runnable[] all = new Runnable[threads + 1];
        all[0] = new Source(queue);
        for (int id = 0; id < threads; id++) {
            BlockingQueue<Block> next = id == threads - 1 ? null : new ArrayBlockingQueue<>(CAPACITY);
            all[id + 1] = new Stage(id, queue, next);
            queue = next;
        }
        Measured.inThreads(all);
    }

    @Override
    public void check() {
        for (int i = 0; i < size; i += CHECKED_EVERY) {
            Block block = new Block(i);
            for (int stage = 0; stage < threads; stage++) {
                block.pass(stage);
            }
            if (sums[i] != block.sum()) {
                Measured.fail("block " + i + " adds up to " + sums[i] + ", in one thread to " + block.sum());
            }
        }
    }
}
