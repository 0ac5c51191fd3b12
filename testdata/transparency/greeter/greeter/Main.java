package greeter;

import greeter.inner.Hello;
import java.lang.reflect.InaccessibleObjectException;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.logging.Level;

/** A program in a module of its own, which reads no other module but what it requires. */
public class Main {
    static int greeted;
    private final long[] numbers = {1, 2, 3};
    private int total;

    public static void main(String[] args) throws Exception {
        Module own = Main.class.getModule();
        System.out.println(own + " " + own.getDescriptor().requires().stream().sorted().toList() + " " + own.getPackages().stream().sorted().toList());
        System.out.println("reads " + ModuleLayer.boot().modules().stream().filter(own::canRead).map(Module::getName).sorted().toList());
        // That it reads no unnamed module is not among it: the JVM lets a module read them when an agent changes its classes.
        System.out.println("exports " + own.isExported("greeter.inner") + " opens " + own.isOpen("greeter"));
        for (Supplier<?> supplier : ServiceLoader.load(Supplier.class)) {
            System.out.println(supplier.getClass().getName() + " " + supplier.get());
            greeted++;
        }
        Main main = new Main();
        Thread adding = new Thread(() -> {
            for (long number : main.numbers) {
                main.total += number;
            }
            synchronized (Main.class) {
                greeted += 10;
            }
        });
        adding.start();
        adding.join();
        System.out.println(main.total + " " + greeted + " " + Level.INFO + " " + new Hello().get());
        try {
            Thread.class.getDeclaredField("name").setAccessible(true);
        } catch (InaccessibleObjectException expected) {
            System.out.println(expected.getMessage().replaceAll("@[0-9a-f]+", "@"));
        }
        new Throwable("from a module").printStackTrace(System.out);
    }
}
