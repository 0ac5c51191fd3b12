//@ java: -XX:TieredStopAtLevel=1 -XX:+UnlockDiagnosticVMOptions -XX:+AbortVMOnCompilationFailure
/** Monitors of many shapes in methods that run often. The JVM ends where its first compiler refuses a method. */
public class CompiledMonitors {
    static final Object outer = new Object();
    static final Object inner = new Object();
    static long sum;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(CompiledMonitors::often);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sum + " " + Thread.holdsLock(outer) + " " + Thread.holdsLock(inner));
    }

    private static void often() {
        for (int i = 0; i < 5_000; i++) {
            plain();
            if (value() == 0) {
                return;
            }
            nested();
            thrown(i);
            leftEarly();
            method(i);
        }
    }

    private static void plain() {
        synchronized (outer) {
            sum++;
        }
    }

    private static long value() {
        synchronized (outer) {
            return sum;
        }
    }

    private static void nested() {
        synchronized (outer) {
            synchronized (inner) {
                sum++;
            }
            sum++;
        }
    }

    private static void thrown(int i) {
        try {
            synchronized (outer) {
                if (i % 100 == 7) {
                    throw new IllegalStateException();
                }
                sum++;
            }
        } catch (IllegalStateException expected) {
            plain();
        } finally {
            plain();
        }
    }

    private static void leftEarly() {
        for (int i = 0; i < 10; i++) {
            synchronized (outer) {
                if (i == 5) {
                    continue;
                }
                if (i == 8) {
                    break;
                }
                sum++;
            }
        }
    }

    private static synchronized void method(int i) {
        synchronized (i % 2 == 0 ? outer : CompiledMonitors.class) {
            synchronized (outer) {
                sum++;
            }
        }
    }
}
