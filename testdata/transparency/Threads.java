import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Threads: names, groups, states, interrupts, waiting, and the stacks of what goes wrong with them. */
public class Threads {
    static final Object lock = new Object();
    static int turns;

    public static void main(String[] args) throws Exception {
        properties();
        interrupted();
        waiting();
        illegalStates();
        uncaught();
        futures();
        locals();
        stacks();
    }

    private static void properties() throws InterruptedException {
        Thread main = Thread.currentThread();
        System.out.println(main + " " + main.getPriority() + " " + main.isDaemon() + " " + main.getThreadGroup());
        System.out.println("group " + Arrays.toString(names(main.getThreadGroup())));
        Thread unnamed = new Thread(() -> System.out.println("in " + Thread.currentThread().getName()));
        System.out.println(unnamed.getName() + " " + unnamed.getState() + " " + unnamed.isAlive());
        unnamed.start();
        unnamed.join();
        System.out.println(unnamed.getName() + " " + unnamed.getState() + " " + unnamed.getThreadGroup());
        Thread second = new Thread("named");
        System.out.println(second.getName() + " " + new Thread().getName());
        System.out.println("frames " + second.getStackTrace().length + " " + second.getContextClassLoader().getClass().getName());
        Thread subclass = new Thread("subclass") {
            int counted;

            @Override
            public void run() {
                counted++;
                System.out.println("counted " + counted + " as " + getClass().getName());
            }
        };
        subclass.setDaemon(true);
        subclass.start();
        subclass.join();
        System.out.println("ids rise " + (second.getId() < subclass.getId() && subclass.getId() - second.getId() < 4));
    }

    private static String[] names(ThreadGroup group) {
        Thread[] threads = new Thread[group.activeCount()];
        return Arrays.stream(threads, 0, group.enumerate(threads)).map(Thread::getName).sorted().toArray(String[]::new);
    }

    private static void interrupted() throws InterruptedException {
        Thread.currentThread().interrupt();
        show("sleep", () -> Thread.sleep(60_000));
        Thread.currentThread().interrupt();
        show("join", () -> Thread.currentThread().join());
        Thread.currentThread().interrupt();
        show("wait", () -> {
            synchronized (lock) {
                lock.wait();
            }
        });
        Thread.currentThread().interrupt();
        show("latch", () -> new CountDownLatch(1).await());
        Thread.currentThread().interrupt();
        LockSupport.park();
        System.out.println("parked " + Thread.interrupted() + " " + Thread.interrupted());
        Thread sleeper = new Thread(() -> show("other sleep", () -> Thread.sleep(60_000)), "sleeper");
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
    }

    private static void waiting() throws InterruptedException {
        synchronized (lock) {
            long before = System.nanoTime();
            lock.wait(30);
            lock.wait(20, 1);
            System.out.println("waited " + (System.nanoTime() - before >= 49_000_000));
        }
        Thread other = new Thread(() -> {
            synchronized (lock) {
                for (int i = 0; i < 3; i++) {
                    turns++;
                    lock.notifyAll();
                    try {
                        lock.wait();
                    } catch (InterruptedException never) {
                        throw new AssertionError(never);
                    }
                }
                turns = 100;
            }
        });
        synchronized (lock) {
            other.start();
            for (int i = 0; i < 3; i++) {
                while (turns <= i) {
                    lock.wait();
                }
                System.out.println("turn " + turns);
                lock.notify();
            }
        }
        other.join();
        System.out.println("turns " + turns);
        Thread slow = new Thread(() -> LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(60)));
        slow.setDaemon(true);
        slow.start();
        slow.join(20);
        System.out.println("joined " + !slow.isAlive());
        LockSupport.unpark(slow);
        slow.join();
        System.out.println("joined " + slow.getState());
    }

    private static void illegalStates() {
        show("wait outside", () -> lock.wait());
        show("timed wait outside", () -> lock.wait(10));
        show("notify outside", () -> lock.notify());
        show("notifyAll outside", () -> new Threads().notifyAll());
        show("negative wait", () -> {
            synchronized (lock) {
                lock.wait(-1);
            }
        });
        show("wait for too many nanoseconds", () -> {
            synchronized (lock) {
                lock.wait(0, 20_000_000);
            }
        });
        show("negative join", () -> new Thread().join(-1));
        show("negative sleep", () -> Thread.sleep(-1));
        show("start twice", () -> {
            Thread once = new Thread(() -> {});
            once.start();
            once.join();
            once.start();
        });
        show("daemon after start", () -> Thread.currentThread().setDaemon(true));
        show("unlock", () -> new java.util.concurrent.locks.ReentrantLock().unlock());
    }

    private static void uncaught() throws InterruptedException {
        Thread silent = new Thread(() -> {
            throw new IllegalStateException("for the handler");
        }, "silent");
        silent.setUncaughtExceptionHandler((thread, thrown) -> {
            System.out.println(thread.getName() + " " + thrown);
            for (StackTraceElement element : thrown.getStackTrace()) {
                System.out.println("  " + element);
            }
        });
        silent.start();
        silent.join();
        Thread loud = new Thread(() -> {
            int[] none = null;
            none[0]++;
        }, "loud");
        loud.start();
        loud.join();
    }

    private static void futures() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        show("failed task", () -> pool.submit(() -> {
            throw new java.io.IOException("in the task");
        }).get());
        show("too late", () -> new FutureTask<>(() -> 1).get(10, TimeUnit.MILLISECONDS));
        pool.shutdown();
        System.out.println("ended " + pool.awaitTermination(60, TimeUnit.SECONDS));
        show("rejected", () -> pool.submit(() -> {}).get());
    }

    private static void locals() throws InterruptedException {
        ThreadLocal<int[]> own = ThreadLocal.withInitial(() -> new int[] {1});
        InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>() {
            @Override
            protected String childValue(String parent) {
                return parent + " child";
            }
        };
        own.get()[0] = 5;
        inherited.set("parent");
        Thread thread = new Thread(() -> System.out.println(own.get()[0] + " " + inherited.get()));
        thread.start();
        thread.join();
        System.out.println(own.get()[0] + " " + inherited.get());
    }

    private static void stacks() throws InterruptedException {
        Thread atBlock = new Thread(() -> {
            synchronized (Threads.class) {
                System.out.println("entered");
            }
        }, "at a block");
        Thread atMethod = new Thread(Threads::entered, "at a method");
        synchronized (Threads.class) {
            for (Thread blocked : new Thread[] {atBlock, atMethod}) {
                blocked.start();
                while (blocked.getState() != Thread.State.BLOCKED) {
                    Thread.onSpinWait();
                }
                System.out.println(blocked.getName());
                for (StackTraceElement element : blocked.getStackTrace()) {
                    // The class of a lambda is numbered anew in every run.
                    System.out.println("  " + element.toString().replaceAll("Lambda.*", "Lambda"));
                }
            }
        }
        atBlock.join();
        atMethod.join();
        for (StackTraceElement element : Thread.currentThread().getStackTrace()) {
            System.out.println("  " + element);
        }
    }

    private static synchronized void entered() {
        System.out.println("entered");
    }

    interface Action {
        void run() throws Exception;
    }

    private static void show(String what, Action action) {
        try {
            action.run();
            System.out.println(what + ": no exception");
        } catch (TimeoutException | ExecutionException expected) {
            System.out.println(what + ": " + expected + ", cause " + expected.getCause());
        } catch (java.util.concurrent.RejectedExecutionException expected) {
            System.out.println(what + ": " + expected.getClass());
        } catch (Exception expected) {
            System.out.print(what + ": ");
            expected.printStackTrace(System.out);
        }
    }
}
