//@ since: 21
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads as a program sees them. */
public class VirtualThreads {
    static int counted;

    public static void main(String[] args) throws Exception {
        Thread one = Thread.ofVirtual().name("virtual-", 1).unstarted(() -> {
            Thread self = Thread.currentThread();
            System.out.println(self.isVirtual() + " " + self.isDaemon() + " " + self.getName() + " " + self.getThreadGroup().getName() + " " + self.getPriority());
            for (StackTraceElement element : new Throwable().getStackTrace()) {
                System.out.println("  " + element);
            }
        });
        System.out.println(one.getState());
        one.start();
        one.join();
        System.out.println(one.getState() + " " + one.isAlive());

        Thread failing = Thread.ofVirtual().name("failing").uncaughtExceptionHandler((thread, thrown) -> System.out.println(thread.getName() + " " + thrown)).start(() -> {
            throw new IllegalStateException("virtually");
        });
        failing.join();
        Thread loud = Thread.ofVirtual().name("loud").start(() -> {
            Object[] none = null;
            none[1] = "";
        });
        loud.join();

        Thread sleeping = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException expected) {
                System.out.println(expected + " " + Thread.currentThread().isInterrupted());
            }
        });
        sleeping.interrupt();
        sleeping.join();

        ReentrantLock lock = new ReentrantLock();
        List<Future<String>> futures = new ArrayList<>();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                int own = i;
                futures.add(executor.submit(() -> {
                    lock.lock();
                    try {
                        counted++;
                    } finally {
                        lock.unlock();
                    }
                    synchronized (VirtualThreads.class) {
                        Thread.sleep(1);
                        return own + " " + Thread.currentThread().getName().isEmpty();
                    }
                }));
            }
        }
        System.out.println(counted + " " + futures.get(99).get());
        ThreadLocal<String> local = ThreadLocal.withInitial(() -> "initial");
        local.set("main");
        Thread.ofVirtual().start(() -> System.out.println(local.get())).join();
    }
}
