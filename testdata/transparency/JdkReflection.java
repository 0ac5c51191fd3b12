import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** What reflection tells of the JDK's own classes, above all of those that a detector may need to change. */
public class JdkReflection {
    public static void main(String[] args) {
        for (Class<?> type : List.of(
                Object.class, Thread.class, Thread.State.class, ThreadLocal.class, InheritableThreadLocal.class,
                ThreadGroup.class, Number.class, Integer.class, Long.class, String.class, Class.class, ClassLoader.class,
                Runtime.class, System.class, Throwable.class, ArrayList.class, ConcurrentHashMap.class,
                ReentrantLock.class, AtomicInteger.class, ForkJoinPool.class, StackTraceElement.class)) {
            System.out.println(type.toGenericString());
            print("field", Arrays.stream(type.getDeclaredFields()).filter(field -> !field.isSynthetic()).map(Field::toString).toList());
            print("synthetic field", Arrays.stream(type.getDeclaredFields()).filter(Field::isSynthetic).map(Field::toString).toList());
            print("public field", Arrays.stream(type.getFields()).map(Field::toString).toList());
            print("method", Arrays.stream(type.getDeclaredMethods()).map(JdkReflection::name).toList());
            print("public method", Arrays.stream(type.getMethods()).map(JdkReflection::name).toList());
            System.out.println("  constructors " + type.getDeclaredConstructors().length + " " + Modifier.toString(type.getModifiers())
                    + " interfaces " + Arrays.toString(type.getInterfaces()));
        }
        System.out.println(Thread.class.getModule() + " " + Thread.class.getPackage() + " " + Thread.class.getClassLoader());
        System.out.println("layer " + ModuleLayer.boot().modules().stream().map(Module::getName).sorted().toList());
        System.out.println("base packages " + Object.class.getModule().getPackages().stream().sorted().toList());
    }

    private static String name(Method method) {
        return method + (method.isSynthetic() ? " synthetic" : "");
    }

    private static void print(String what, List<String> members) {
        members.stream().sorted().forEach(member -> System.out.println("  " + what + " " + member));
    }
}
