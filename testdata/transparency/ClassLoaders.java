import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** Class loaders of the program's own: what each is asked for, in which order, and what becomes of its classes. */
public class ClassLoaders {
    public static class Loaded implements Callable<String> {
        static int calls;
        int own;
        final long[] numbers = new long[4];

        @Override
        public String call() {
            calls++;
            own += 2;
            numbers[own]++;
            return "calls " + calls + ", numbers " + numbers[own] + ", " + new Helper().help(own);
        }
    }

    public static class Helper {
        private volatile int value;

        String help(int by) {
            synchronized (this) {
                value += by;
            }
            Runnable twice = () -> value *= 2;
            twice.run();
            return "helped " + value;
        }
    }

    public static class Looping {
        static final Object other = Circular.other;
    }

    public static class Circular {
        static final Object other = Looping.other;
    }

    /** Defines the program's classes again; everything else comes from its parent. Remembers what it was asked for. */
    static class Defining extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        final List<String> asked = new ArrayList<>();

        Defining(String name, ClassLoader parent) {
            super(name, parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.startsWith("java.")) {
                    synchronized (asked) {
                        asked.add(name);
                    }
                }
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null) {
                    loaded = name.startsWith("ClassLoaders$") ? define(name) : super.loadClass(name, false);
                }
                return loaded;
            }
        }

        Class<?> define(String name) throws ClassNotFoundException {
            byte[] bytes = bytesOf(name);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Locks itself while it loads, as loaders did before they could be asked for two classes at once. */
    static class Sequential extends Defining {
        Sequential(ClassLoader parent) {
            super("sequential", parent);
        }
    }

    /** Knows java.* and what it defines itself: whatever else a class needs, it cannot have. */
    static class Isolating extends ClassLoader {
        final List<String> refused = new ArrayList<>();

        Isolating() {
            super("isolating", null);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                if (name.startsWith("java.")) {
                    return super.loadClass(name, resolve);
                }
                if (!name.startsWith("ClassLoaders$")) {
                    refused.add(name);
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = bytesOf(name);
                return defineClass(name, bytes, 0, bytes.length);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ClassLoader app = ClassLoaders.class.getClassLoader();
        Defining defining = new Defining("defining", app);
        System.out.println(call(defining) + "\n" + call(defining) + "\n" + call(new Defining("another", app)));
        System.out.println("asked for " + defining.asked);

        Isolating isolating = new Isolating();
        System.out.println(call(isolating) + ", refused " + isolating.refused);
        Class<?> isolated = isolating.loadClass("ClassLoaders$Loaded");
        System.out.println(isolated.getClassLoader().getName() + " " + isolated.getModule().isNamed() + " "
                + isolated.getProtectionDomain().getCodeSource() + " " + isolated.getPackage().getName().isEmpty());
        System.out.println("same " + (isolated == Loaded.class) + " " + Loaded.class.isInstance(isolated.getDeclaredConstructor().newInstance()));
        try {
            Loaded cast = (Loaded) isolated.getDeclaredConstructor().newInstance();
            System.out.println("cast " + cast);
        } catch (ClassCastException expected) {
            System.out.println(expected.getMessage().replaceAll("@[0-9a-f]+", "@"));
        }

        parallel(new Defining("parallel", app));
        parallel(new Sequential(app));
        System.out.println("parallel " + defining.isRegisteredAsParallelCapable() + " " + new Sequential(app).isRegisteredAsParallelCapable());
        System.out.println("circular " + Looping.other);

        URL[] path = {ClassLoaders.class.getProtectionDomain().getCodeSource().getLocation()};
        try (URLClassLoader url = new URLClassLoader("url", path, ClassLoader.getPlatformClassLoader())) {
            System.out.println(call(url) + " by " + url.getName());
        }
        failures(defining);
    }

    /** Several threads want the same classes at once: each is defined once. */
    private static void parallel(ClassLoader loader) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        Class<?>[] found = new Class<?>[8];
        Thread[] threads = new Thread[found.length];
        for (int i = 0; i < threads.length; i++) {
            int own = i;
            threads[i] = new Thread(() -> {
                try {
                    start.await();
                    found[own] = loader.loadClass(own % 2 == 0 ? "ClassLoaders$Loaded" : "ClassLoaders$Helper");
                    ((Class<?>) found[own]).getDeclaredConstructor().newInstance();
                } catch (Exception unexpected) {
                    throw new AssertionError(unexpected);
                }
            });
            threads[i].start();
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        boolean same = true;
        for (int i = 2; i < found.length; i++) {
            same &= found[i] == found[i - 2];
        }
        System.out.println("defined once: " + same);
    }

    private static void failures(Defining loader) throws Exception {
        try {
            loader.define("ClassLoaders$Loaded");
        } catch (LinkageError expected) {
            System.out.println(expected.getMessage().replaceAll("@[0-9a-f]+", "@"));
        }
        byte[] bytes = bytesOf("ClassLoaders$Helper");
        ClassLoader raw = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                switch (name) {
                    case "Truncated":
                        return defineClass(null, bytes, 0, bytes.length / 2);
                    case "Misnamed":
                        return defineClass(name, bytes, 0, bytes.length);
                    case "NoMagic":
                        return defineClass(null, new byte[64], 0, 64);
                    default:
                        throw new ClassNotFoundException(name + " is not here");
                }
            }
        };
        for (String name : List.of("Truncated", "Misnamed", "NoMagic", "Missing")) {
            try {
                System.out.println(raw.loadClass(name));
            } catch (LinkageError | ClassNotFoundException expected) {
                System.out.println(expected);
            }
        }
        try {
            Class.forName("not.There");
        } catch (ClassNotFoundException expected) {
            System.out.println(expected + " " + expected.getStackTrace()[0].getMethodName());
        }
    }

    @SuppressWarnings("unchecked")
    private static String call(ClassLoader loader) throws Exception {
        Class<?> type = loader.loadClass("ClassLoaders$Loaded");
        return ((Callable<String>) type.getDeclaredConstructor().newInstance()).call();
    }

    static byte[] bytesOf(String name) throws ClassNotFoundException {
        try (InputStream in = ClassLoaders.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        } catch (IOException | NullPointerException missing) {
            throw new ClassNotFoundException(name, missing);
        }
    }
}
