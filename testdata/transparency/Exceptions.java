import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.Callable;

/** Exceptions of the JVM's own making: message, stack and lines. */
public class Exceptions {
    static class Node {
        int value;
        long wide;
        double[] numbers;
        Node next;
        static Node root;
        volatile Node seen;
        final Object lock = null;

        Node next() {
            return next;
        }
    }

    interface Action {
        Object run() throws Throwable;
    }

    static int depth;
    int[][] grid = new int[2][];
    Object[] strings = new String[1];
    byte[] bytes = new byte[3];

    public static void main(String[] args) throws Throwable {
        Node node = new Node();
        Exceptions self = new Exceptions();
        show("getfield", () -> node.next.value);
        show("getfield wide", () -> node.next.wide);
        show("putfield", () -> node.next.value = 1);
        show("putfield wide", () -> node.next.wide = 1L);
        show("putfield reference", () -> node.next.next = node);
        show("increment", () -> node.next.value++);
        show("compound", () -> node.next.wide += node.value);
        show("volatile", () -> node.seen.seen);
        show("volatile put", () -> node.seen.seen = node);
        show("static", () -> Node.root.next);
        show("call", () -> node.next().next());
        show("chain", () -> node.next().next.next().value);
        show("array load", () -> node.numbers[3]);
        show("array store", () -> node.numbers[node.value] = 2.0);
        show("array length", () -> node.numbers.length);
        show("array element", () -> self.grid[1][0]);
        show("array element store", () -> self.grid[node.value][5]++);
        show("bounds", () -> self.grid[2]);
        show("bounds below", () -> self.grid[node.value - 1] = null);
        show("bounds char", () -> new char[] {'a'}[7]);
        show("bounds byte store", () -> (self.bytes[4] = 1));
        show("store", () -> self.strings[0] = 1);
        show("negative", () -> new int[node.value - 5]);
        show("negative inner", () -> new int[2][node.value - 6]);
        show("cast", () -> (String) (Object) List.of(1).get(0));
        show("cast array", () -> (int[]) (Object) new long[0]);
        show("divide", () -> 1 / node.value);
        show("remainder", () -> 1L % node.wide);
        show("monitor", () -> {
            synchronized (node.lock) {
                return node;
            }
        });
        show("throw null", () -> {
            RuntimeException none = null;
            throw none;
        });
        show("unboxing", () -> {
            Integer none = null;
            return none + 1;
        });
        show("wait", () -> {
            node.wait();
            return node;
        });
        show("notify", () -> {
            self.notifyAll();
            return self;
        });
        show("modification", () -> {
            List<Integer> list = new java.util.ArrayList<>(List.of(1, 2, 3));
            for (Integer element : list) {
                list.remove(element);
            }
            return list;
        });
        show("copy", () -> {
            System.arraycopy(new int[4], 2, new int[2], 1, 2);
            return null;
        });
        show("copy type", () -> {
            System.arraycopy(new int[4], 0, new long[4], 0, 1);
            return null;
        });
        show("copy store", () -> {
            System.arraycopy(new Object[] {"a", 1}, 0, self.strings, 0, 1);
            System.arraycopy(new Object[] {1}, 0, self.strings, 0, 1);
            return null;
        });
        show("copy null", () -> {
            System.arraycopy(null, 0, self.strings, 0, 1);
            return null;
        });
        show("fill", () -> {
            Arrays.fill(node.numbers, 1.0);
            return null;
        });
        show("fill range", () -> {
            Arrays.fill(new int[2], 1, 5, 3);
            return null;
        });
        show("initialiser", () -> Broken.value);
        show("initialiser again", () -> Broken.value);
        show("suppressed", Exceptions::suppressed);
        show("reflection", () -> Node.class.getDeclaredMethod("next").invoke(null));
        show("constructor", () -> new Failing(3));
        show("synchronized method", () -> new Failing().locked());
        System.out.println(Thread.holdsLock(Exceptions.class) + " " + lambdaDepth());
        overflow();
        assertions();
    }

    private static void show(String what, Action action) {
        try {
            System.out.println(what + ": no exception, " + action.run());
        } catch (Throwable thrown) {
            System.out.print(what + ": ");
            thrown.printStackTrace(System.out);
        }
    }

    static Object suppressed() throws Exception {
        try (AutoCloseable first = () -> {
                    throw new IllegalStateException("close one");
                };
                AutoCloseable second = () -> {
                    throw new IllegalArgumentException("close two");
                }) {
            Callable<Object> call = () -> {
                throw new ConcurrentModificationException("body");
            };
            return call.call();
        } finally {
            depth++;
        }
    }

    static int lambdaDepth() {
        StackTraceElement[] stack = ((java.util.function.Supplier<StackTraceElement[]>) () -> new Throwable().getStackTrace()).get();
        for (StackTraceElement element : stack) {
            System.out.println("  " + element);
        }
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .forEach(frame -> System.out.println("  walked " + frame + " " + frame.getMethodType()));
        return stack.length;
    }

    /** Several of these in a row: what is left in a bad state by one shows in the next. */
    private static void overflow() {
        for (int i = 0; i < 3; i++) {
            depth = 0;
            try {
                dive(new Node());
            } catch (StackOverflowError expected) {
                StackTraceElement top = expected.getStackTrace()[20];
                System.out.println("overflow in " + top.getMethodName() + ", deep " + (depth > 500));
            }
        }
        synchronized (Exceptions.class) {
            System.out.println("still locks");
        }
    }

    private static synchronized int dive(Node node) {
        depth++;
        node.value = depth;
        return dive(node) + node.value;
    }

    private static void assertions() {
        boolean enabled = false;
        assert enabled = true;
        System.out.println("assertions " + enabled);
    }

    static class Broken {
        static int value = Integer.parseInt("not a number");
    }

    static class Failing {
        int field;

        Failing() {}

        Failing(int field) {
            this.field = field;
            throw new UnsupportedOperationException("constructor of " + field);
        }

        synchronized Object locked() {
            field = 1;
            throw new IllegalStateException("held " + Thread.holdsLock(this));
        }
    }
}
