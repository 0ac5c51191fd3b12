//@ run: run
package classloaders;

import harness.Schedule;
import java.io.InputStream;
import java.util.concurrent.locks.ReentrantLock;

/** What a class loader of the program does under its lock is ordered, also where the JVM asks it while it links. */
class OwnLoaderOrders {
    static final ReentrantLock lock = new ReentrantLock();
    static int asked;

    public static class User implements Runnable {
        @Override
        public void run() {
            Runnable task = () -> new Helper();
            task.run();
        }
    }

    public static class Helper {}

    static class Loader extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            lock.lock();
            try {
                asked++;
                return name.startsWith("classloaders.OwnLoaderOrders$") ? own(name) : super.loadClass(name, resolve);
            } finally {
                lock.unlock();
            }
        }

        private Class<?> own(String name) throws ClassNotFoundException {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
            try (InputStream in = OwnLoaderOrders.class.getResourceAsStream(file)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException failure) {
                throw new ClassNotFoundException(name, failure);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread[] threads = {new Thread(OwnLoaderOrders::link), new Thread(OwnLoaderOrders::link)};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Schedule.expect(asked > 0);
    }

    private static void link() {
        try {
            Class<?> user = new Loader().loadClass("classloaders.OwnLoaderOrders$User");
            ((Runnable) user.getDeclaredConstructor().newInstance()).run();
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
