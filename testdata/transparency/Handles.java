import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.WrongMethodTypeException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Method handles, variable handles, field updaters, proxies, lambdas and method references. */
public class Handles {
    public interface Greeter {
        String greet(String name);

        default String twice(String name) {
            return greet(name) + greet(name);
        }
    }

    volatile int counter;
    volatile String text = "old";
    int plain = 1;
    private long[] numbers = {1, 2, 3};
    static int shared = 10;
    final int fixed = 4;

    Handles() {}

    Handles(int plain) {
        this.plain = plain;
    }

    private int add(int by) {
        return plain += by;
    }

    static <T extends Comparable<T>> T largest(List<T> list) {
        return list.stream().max(Comparator.naturalOrder()).orElseThrow();
    }

    public static void main(String[] args) throws Throwable {
        variables();
        methods();
        updaters();
        proxies();
        lambdas();
    }

    private static void variables() throws Throwable {
        Lookup lookup = MethodHandles.lookup();
        Handles self = new Handles();
        VarHandle counter = lookup.findVarHandle(Handles.class, "counter", int.class);
        VarHandle plain = lookup.findVarHandle(Handles.class, "plain", int.class);
        VarHandle shared = lookup.findStaticVarHandle(Handles.class, "shared", int.class);
        VarHandle fixed = lookup.findVarHandle(Handles.class, "fixed", int.class);
        VarHandle element = MethodHandles.arrayElementVarHandle(long[].class);
        for (VarHandle handle : List.of(counter, plain, shared, fixed, element)) {
            System.out.println(handle.varType() + " " + handle.coordinateTypes() + " "
                    + Arrays.stream(VarHandle.AccessMode.values()).filter(handle::isAccessModeSupported).count());
        }
        System.out.println((int) counter.getAndAdd(self, 5) + " " + counter.compareAndSet(self, 5, 6) + " "
                + counter.weakCompareAndSetPlain(self, 9, 1) + " " + (int) counter.getAcquire(self));
        plain.set(self, 8);
        plain.setOpaque(self, (int) plain.getOpaque(self) + 1);
        System.out.println(self.plain + " " + (int) shared.getAndBitwiseOr(5) + " " + shared.get());
        System.out.println((long) element.getAndAdd(self.numbers, 1, 40L) + " " + Arrays.toString(self.numbers));
        attempt("index", () -> element.getVolatile(self.numbers, 3));
        attempt("null", () -> counter.get((Handles) null));
        attempt("type", () -> counter.getAndSet(self, "text"));
        attempt("final", () -> {
            fixed.set(self, 3);
            return null;
        });
        attempt("missing", () -> lookup.findVarHandle(Handles.class, "none", int.class));
        attempt("access", () -> MethodHandles.publicLookup().findVarHandle(Handles.class, "plain", int.class));
        VarHandle bytes = MethodHandles.byteArrayViewVarHandle(int[].class, java.nio.ByteOrder.BIG_ENDIAN);
        byte[] view = new byte[16];
        bytes.set(view, 5, 0x01020304);
        System.out.println(Arrays.toString(view));
    }

    private static void methods() throws Throwable {
        Lookup lookup = MethodHandles.lookup();
        Handles self = lookup.findConstructor(Handles.class, MethodType.methodType(void.class, int.class))
                .invoke(100) instanceof Handles made ? made : null;
        MethodHandle add = lookup.findVirtual(Handles.class, "add", MethodType.methodType(int.class, int.class));
        System.out.println((int) add.invokeExact(self, 5) + " " + add + " " + lookup.revealDirect(add));
        MethodHandle getter = lookup.findGetter(Handles.class, "plain", int.class);
        MethodHandle setter = lookup.findSetter(Handles.class, "plain", int.class);
        setter.invoke(self, 77);
        System.out.println((int) getter.invoke(self) + " " + (int) lookup.findStaticGetter(Handles.class, "shared", int.class).invokeExact());
        MethodHandle sum = MethodHandles.foldArguments(
                lookup.findStatic(Math.class, "max", MethodType.methodType(int.class, int.class, int.class)), add.bindTo(self));
        System.out.println(sum.invoke(3));
        MethodHandle guarded = MethodHandles.catchException(
                lookup.findStatic(Integer.class, "parseInt", MethodType.methodType(int.class, String.class)),
                NumberFormatException.class,
                MethodHandles.dropArguments(MethodHandles.constant(int.class, -1), 0, NumberFormatException.class));
        System.out.println((int) guarded.invoke("12") + " " + (int) guarded.invoke("twelve"));
        attempt("wrong type", () -> (String) add.invokeExact(self, 5));
        Greeter greeter = MethodHandleProxies.asInterfaceInstance(
                Greeter.class, MethodHandles.lookup().findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class)).bindTo("hi "));
        System.out.println(greeter.greet("you"));
    }

    private static void updaters() {
        Handles self = new Handles();
        AtomicIntegerFieldUpdater<Handles> counter = AtomicIntegerFieldUpdater.newUpdater(Handles.class, "counter");
        AtomicReferenceFieldUpdater<Handles, String> text = AtomicReferenceFieldUpdater.newUpdater(Handles.class, String.class, "text");
        System.out.println(counter.accumulateAndGet(self, 5, (a, b) -> a * 10 + b) + " " + text.getAndUpdate(self, t -> t + "er") + " " + self.text);
        attempt("not volatile", () -> AtomicIntegerFieldUpdater.newUpdater(Handles.class, "plain"));
        attempt("no field", () -> AtomicIntegerFieldUpdater.newUpdater(Handles.class, "nothing"));
    }

    private static void proxies() throws Throwable {
        int[] calls = new int[1];
        InvocationHandler handler = (proxy, method, arguments) -> {
            calls[0]++;
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            if (method.getName().equals("greet")) {
                if (arguments[0] == null) {
                    throw new java.io.IOException("checked");
                }
                return method.getName() + " " + arguments[0] + ";";
            }
            return method.getName().equals("hashCode") ? (Object) 5 : method.toString();
        };
        Greeter greeter = (Greeter) Proxy.newProxyInstance(Handles.class.getClassLoader(), new Class<?>[] {Greeter.class, Runnable.class}, handler);
        System.out.println(greeter.greet("a") + " " + greeter.twice("b") + " " + greeter.hashCode() + " " + greeter + " " + calls[0]);
        System.out.println(Proxy.isProxyClass(greeter.getClass()) + " " + greeter.getClass().getSimpleName() + " "
                + Arrays.stream(greeter.getClass().getDeclaredFields()).map(field -> field.getName()).sorted().toList());
        attempt("undeclared", () -> greeter.greet(null));
    }

    private static void lambdas() {
        int captured = 3;
        String[] words = {"one", "two", "three"};
        Supplier<Supplier<String>> nested = () -> () -> words[captured - 1];
        Function<Integer, IntFunction<int[]>> arrays = size -> int[]::new;
        BiFunction<Handles, Integer, Integer> unbound = Handles::add;
        Handles bound = new Handles(6);
        Function<Integer, Integer> of = bound::add;
        Supplier<Handles> constructor = Handles::new;
        System.out.println(nested.get().get() + " " + arrays.apply(1).apply(4).length + " " + unbound.apply(bound, 1) + " " + of.apply(2)
                + " " + constructor.get().plain + " " + largest(List.of(words)));
        System.out.println(IntStream.range(0, 20).boxed().collect(Collectors.partitioningBy(i -> i % captured == 0, Collectors.summingInt(i -> i))));
        System.out.println(nested.getClass().isSynthetic() + " " + nested.getClass().isHidden() + " " + nested.getClass().getDeclaredFields().length);
        attempt("in a lambda", () -> Arrays.stream(words).map(word -> word.charAt(4)).toList());
    }

    interface Action {
        Object run() throws Throwable;
    }

    private static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (WrongMethodTypeException expected) {
            System.out.println(what + ": " + expected.getMessage());
        } catch (Throwable expected) {
            System.out.println(what + ": " + expected + " caused by " + expected.getCause());
            for (StackTraceElement element : expected.getStackTrace()) {
                if (element.getClassName().startsWith("Handles")) {
                    System.out.println("  " + element);
                }
            }
        }
    }
}
