//@ run: run
package classloaders;

import harness.Schedule;
import java.io.InputStream;
import java.util.function.IntUnaryOperator;

/** A class loader of the program defines a class twice: its copies have fields of their own, and one of them races. */
class OwnLoaderRaces {
    public static class Copied implements IntUnaryOperator {
        static int shared;

        @Override
        public int applyAsInt(int value) {
            return value < 0 ? shared : set(value);  // race[a]
        }

        private static int set(int value) {
            shared = value;                          // race[a]
            return value;
        }
    }

    static class Loader extends ClassLoader {
        static {
            registerAsParallelCapable();
        }

        Class<?> copy() throws Exception {
            try (InputStream in = OwnLoaderRaces.class.getResourceAsStream("OwnLoaderRaces$Copied.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass("classloaders.OwnLoaderRaces$Copied", bytes, 0, bytes.length);
            }
        }

        IntUnaryOperator copied() throws Exception {
            return (IntUnaryOperator) copy().getDeclaredConstructor().newInstance();
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        IntUnaryOperator one = new Loader().copied();
        IntUnaryOperator other = new Loader().copied();
        one.applyAsInt(-1);
        other.applyAsInt(-1);
        Thread writer = new Thread(() -> {
            one.applyAsInt(1);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        one.applyAsInt(-1);
        other.applyAsInt(2);
        other.applyAsInt(-1);
        writer.join();
    }
}
