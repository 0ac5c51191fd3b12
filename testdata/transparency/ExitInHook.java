//@ status: 9
import java.util.concurrent.CountDownLatch;

/** A hook that halts decides the status; one that throws decides nothing. */
public class ExitInHook {
    static int hooks;

    public static void main(String[] args) {
        CountDownLatch running = new CountDownLatch(1);
        Thread failing = new Thread(() -> {
            hooks++;
            running.countDown();
            throw new IllegalStateException("in a hook");
        }, "failing hook");
        Runtime.getRuntime().addShutdownHook(failing);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                running.await();
                failing.join();
            } catch (InterruptedException never) {
                throw new AssertionError(never);
            }
            System.out.println("halting after " + hooks);
            Runtime.getRuntime().halt(9);
        }));
        System.out.println("main ends");
    }
}
