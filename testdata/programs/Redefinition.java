//@ jars: net.bytebuddy:byte-buddy-agent:1.17.7
//@ java: -javaagent:{net.bytebuddy:byte-buddy-agent:1.17.7} -Xshare:off -XX:TieredStopAtLevel=1
//@ options: include=Redefinition**
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import net.bytebuddy.agent.Installer;

/** Classes that are redefined, as debuggers do it: from their files, and from what a transformer was shown. */
public class Redefinition {
    static class Counter {
        static int total;
        int value;
        volatile int last;
        final int[] cells = new int[2];

        static {
            total = 1;
        }

        synchronized void up() {
            value++;
            total++;
            last = value;
            cells[0]++;
        }

        void set() {
            value = 7;                      // race[a] race[a]
            cells[1] = 8;                   // race[b] race[b]
        }

        @Override
        public String toString() {
            return value + " " + total + " " + last + " " + cells[0];
        }
    }

    static class First {}

    static class Second {}

    interface Step {
        void run() throws Exception;
    }

    private static byte[] shown;
    private static int transformed;

    public static void main(String[] args) throws Exception {
        Instrumentation jvm = Installer.getInstrumentation();
        Counter counter = new Counter();
        byte[] file = file(Counter.class);
        step("used", counter, () -> {});
        step("redefined from its file", counter, () -> jvm.redefineClasses(new ClassDefinition(Counter.class, file)));
        ClassFileTransformer looking = new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> loaded, ProtectionDomain of, byte[] file) {
                synchronized (Redefinition.class) {
                    transformed++;
                }
                if (loaded == Counter.class) {
                    shown = file;
                }
                return null;
            }
        };
        jvm.addTransformer(looking, true);
        step("retransformed", counter, () -> jvm.retransformClasses(Counter.class));
        // The transformer is called while the JVM loads, and orders threads like any other code.
        together(First::new, Second::new);
        jvm.removeTransformer(looking);
        step("redefined as shown", counter, () -> jvm.redefineClasses(new ClassDefinition(Counter.class, shown)));
        step("redefined again", counter, () -> jvm.redefineClasses(new ClassDefinition(Counter.class, file)));
        Class<?>[] ofTheJdk = {Object.class, Thread.class, Number.class, Class.class, ArrayDeque.class, ReentrantLock.class};
        step("the JDK's retransformed", counter, () -> jvm.retransformClasses(ofTheJdk));
        for (Class<?> redefined : ofTheJdk) {
            ClassDefinition definition = new ClassDefinition(redefined, file(redefined));
            step(redefined + " redefined", counter, () -> jvm.redefineClasses(definition));
        }
        together(counter::set, counter::set);
    }

    private static void step(String what, Counter counter, Step step) throws InterruptedException {
        try {
            step.run();
        } catch (Exception | LinkageError failure) {
            System.out.println(failure);
        }
        together(counter::up, counter::up, counter::up);
        System.out.println(what + ": " + counter);
    }

    private static void together(Runnable... tasks) throws InterruptedException {
        Thread[] threads = new Thread[tasks.length];
        for (int i = 0; i < tasks.length; i++) {
            threads[i] = new Thread(tasks[i]);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static byte[] file(Class<?> of) throws IOException {
        String name = of.getName();
        try (InputStream in = of.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            return in.readAllBytes();
        }
    }
}
