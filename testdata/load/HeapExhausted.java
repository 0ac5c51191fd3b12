//@ java: -Xmx64m
//@ args: 5
//@ short: 1
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Fills the heap to the last byte, with objects and with arrays, in one thread and in four, and goes on each time. */
public class HeapExhausted {
    static final class Node {
        Node next;
        long value;
        int[] payload;

        Node(Node next, int size) {
            this.next = next;
            this.payload = new int[size];
        }
    }

    static int survived;

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        for (int round = 0; round < rounds; round++) {
            System.out.println("round " + round);
            System.out.println("  nodes " + exhausts(HeapExhausted::nodes));
            System.out.println("  arrays " + exhausts(HeapExhausted::arrays));
            System.out.println("  one array " + exhausts(() -> write(new long[64 << 20])));
            System.out.println("  locks " + exhausts(HeapExhausted::locks));
            threads();
            System.out.println("  afterwards " + works());
        }
        System.out.println("survived " + survived);
    }

    private static boolean exhausts(Runnable work) {
        try {
            work.run();
            return false;
        } catch (OutOfMemoryError expected) {
            survived++;
            return true;
        }
    }

    private static void write(long[] numbers) {
        numbers[0]++;
    }

    private static void nodes() {
        Node list = null;
        while (true) {
            list = new Node(list, 16);
            list.value = list.payload.length;
            list.payload[3]++;
        }
    }

    private static void arrays() {
        List<Object> kept = new ArrayList<>();
        for (int size = 1; ; size = size % 5000 + 7) {
            byte[] bytes = new byte[size];
            bytes[size - 1] = 1;
            kept.add(bytes);
        }
    }

    private static void locks() {
        List<Object> kept = new ArrayList<>();
        while (true) {
            Object lock = new Object[50];
            synchronized (lock) {
                kept.add(lock);
            }
        }
    }

    /** One of them runs out first; all must end, and their locks be free. They wait until there is nothing left to make for them. */
    private static void threads() throws InterruptedException {
        int[] ended = new int[1];
        CountDownLatch start = new CountDownLatch(1);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                boolean ran = exhaustsAfter(start);
                synchronized (ended) {
                    ended[0] += ran ? 1 : 100;
                }
            });
            threads[i].start();
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("  threads " + ended[0]);
    }

    private static boolean exhaustsAfter(CountDownLatch start) {
        try {
            start.await();
            nodes();
            return false;
        } catch (OutOfMemoryError expected) {
            return true;
        } catch (InterruptedException never) {
            throw new AssertionError(never);
        }
    }

    private static String works() throws InterruptedException {
        StringBuilder text = new StringBuilder();
        Thread thread = new Thread(() -> {
            Node list = null;
            for (int i = 0; i < 1000; i++) {
                list = new Node(list, i % 10 + 1);
                list.value = i;
            }
            long sum = 0;
            for (Node node = list; node != null; node = node.next) {
                sum += node.value + node.payload[0];
            }
            text.append(sum);
        });
        thread.start();
        thread.join();
        return text.toString();
    }
}
