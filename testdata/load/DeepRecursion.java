//@ args: 20
//@ short: 4
/** Runs out of stack everywhere: in accesses, locks, constructors, lambdas and handlers; and goes on each time. */
public class DeepRecursion {
    static final class Node {
        Node next;
        int value;
        volatile int seen;

        Node(int depth) {
            value = depth;
            next = new Node(depth + 1);
        }

        Node() {}
    }

    interface Step {
        int go(int depth);
    }


    static final Object lock = new Object();
    static int field;
    static final int[] array = new int[8];
    static int failed;

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        Step[] steps = {
            DeepRecursion::access, DeepRecursion::locks, DeepRecursion::method, depth -> new Node(depth).value,
            DeepRecursion::lambda, DeepRecursion::handler, DeepRecursion::late,
        };
        Runnable all = () -> {
            for (int round = 0; round < rounds; round++) {
                for (Step step : steps) {
                    overflow(step);
                }
            }
        };
        all.run();
        System.out.println("overflows " + failed);
        // Stacks of many sizes end at many different places.
        for (int size = 0; size < 20; size++) {
            Thread thread = new Thread(null, all, "size " + size, (256 << 10) + size * 4111L);
            thread.start();
            thread.join();
        }
        System.out.println("overflows " + failed);
        Thread other = new Thread(() -> {
            synchronized (lock) {
                synchronized (DeepRecursion.class) {
                    field = -1;
                }
            }
        });
        other.start();
        other.join();
        System.out.println("locks are free: " + field + " " + Thread.holdsLock(lock));
    }

    private static void overflow(Step step) {
        try {
            step.go(0);
            System.out.println("no overflow");
        } catch (StackOverflowError expected) {
            failed++;
        }
    }

    private static int access(int depth) {
        field += depth;
        array[depth & 7] = field;
        Node node = new Node();
        node.value = depth;
        node.seen = array[field & 7];
        return access(depth + 1) + node.seen;
    }

    private static int locks(int depth) {
        synchronized (lock) {
            field++;
            return locks(depth + 1) + 1;
        }
    }

    private static synchronized int method(int depth) {
        array[depth & 7]++;
        return method(depth + 1) + 1;
    }

    private static int lambda(int depth) {
        int[] captured = {depth};
        Step step = inner -> lambda(inner + captured[0]++);
        return step.go(depth) + captured[0];
    }

    private static int handler(int depth) {
        try {
            return handler(depth + 1);
        } finally {
            field--;
        }
    }

    private static int late(int depth) {
        int[][] grid = new int[2][2];
        grid[depth & 1][0] = depth;
        System.arraycopy(grid[0], 0, grid[1], 0, 2);
        return late(depth + 1) + grid[1][0];
    }
}
