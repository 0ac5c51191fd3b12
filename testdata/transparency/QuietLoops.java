//@ java: -Xint
/** Loops over arrays: what runs before they do, what leaves them, and what that leaves locked. */
public class QuietLoops {
    private static final Object lock = new Object();

    interface Lazy {
        int[] NUMBERS = Said.make("an interface is initialised");
    }

    static class OfLazy implements Lazy {
        static int sum(int count) {
            int sum = 0;
            for (int i = 0; i < count; i++) {
                sum += NUMBERS[i];
            }
            return sum;
        }
    }

    static class Broken {
        static final int[] NUMBERS = new int[Integer.parseInt("none")];

        static int sum(int count) {
            int sum = 0;
            for (int i = 0; i < count; i++) {
                sum += NUMBERS[i];
            }
            return sum;
        }
    }

    static class Said {
        static int[] make(String what) {
            System.out.println(what);
            return new int[] {1, 2, 3};
        }
    }

    static class Box {
        final int[] numbers;

        Box(int[] numbers) {
            this.numbers = numbers;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(OfLazy.sum(0) + " before it is used");
        System.out.println(OfLazy.sum(2) + " after");
        tell("a class cannot be initialised", () -> Broken.sum(0));
        tell("the array is null", () -> fill(null, 3));
        System.out.println("no round needs no array: " + fill(null, 0));
        tell("the array ends", () -> fill(new int[5], 9));
        tell("the box is null", () -> sum(null, 3));
        System.out.println("no round needs no box: " + sum(null, 0));
        tell("the box is empty", () -> sum(new Box(null), 3));
        tell("a synchronized block ends", () -> fillLocked(new int[5], 9));
        tell("a synchronized method ends", () -> fillSynchronized(new int[5], 9));
        System.out.println("locked: " + Thread.holdsLock(lock) + " " + Thread.holdsLock(QuietLoops.class));
        Thread[] threads = new Thread[20];
        for (int i = 0; i < threads.length; i++) {
            // In each the stack ends elsewhere.
            threads[i] = new Thread(null, () -> overflow(new int[8]), "deep", 300_000 + 8 * i);
            threads[i].start();
            threads[i].join();
        }
        System.out.println("all have left");
    }

    private static void tell(String what, java.util.function.IntSupplier action) {
        try {
            System.out.println(what + ": " + action.getAsInt());
        } catch (Throwable thrown) {
            System.out.println(what + ": " + thrown + " at " + thrown.getStackTrace()[0]);
        }
    }

    private static int fill(int[] numbers, int count) {
        int i = 0;
        for (; i < count; i++) {
            numbers[i] = i;
        }
        return i;
    }

    private static int sum(Box box, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += box.numbers[i];
        }
        return sum;
    }

    private static int fillLocked(int[] numbers, int count) {
        synchronized (lock) {
            for (int i = 0; i < count; i++) {
                numbers[i] = i;
            }
        }
        return count;
    }

    private static synchronized int fillSynchronized(int[] numbers, int count) {
        for (int i = 0; i < count; i++) {
            numbers[i] = i;
        }
        return count;
    }

    private static void overflow(int[] numbers) {
        try {
            descend(numbers);
        } catch (StackOverflowError expected) {
            numbers[0] = 1;
        }
    }

    private static void descend(int[] numbers) {
        synchronized (lock) {
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = i;
            }
        }
        descend(numbers);
    }
}
