//@ run: run
package spans;

import harness.Schedule;
import java.io.IOException;
import java.io.InputStream;

/**
 * The first round of a loop makes the JVM ask a class loader of the program for a class, which takes a lock there. Nobody
 * else does.
 */
public class LoadedInLoopRaces {
    static final Object lock = new Object();

    public static class Other {
        public int value;
    }

    public interface Fill {
        void fill(int[] data, Other other);
    }

    public static class Filling implements Fill {
        @Override
        public void fill(int[] data, Other other) {
            int sum = 0;
            for (int i = 0; i < data.length; i++) {
                data[i] = 1;  // race[a]
                sum += other.value;
            }
        }
    }

    static class Loader extends ClassLoader {
        Loader() {
            super(LoadedInLoopRaces.class.getClassLoader());
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            if (name.endsWith("$Filling")) {
                try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] bytes = in.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException failure) {
                    throw new ClassNotFoundException(name, failure);
                }
            }
            if (name.endsWith("$Other")) {
                Class<?> found = super.loadClass(name);
                synchronized (lock) {
                }
                return found;
            }
            return super.loadClass(name);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        synchronized (lock) {
        }
        String name = LoadedInLoopRaces.class.getName() + "$Filling";
        Fill filling = (Fill) new Loader().loadClass(name).getConstructor().newInstance();
        int[] data = new int[40];
        Other other = new Other();
        Thread writer = new Thread(() -> {
            filling.fill(data, other);
            Schedule.step(3);
        });
        writer.start();
        Schedule.await(3);
        int seen = data[7];  // race[a]
        writer.join();
        Schedule.expect(seen == 1);
    }
}
