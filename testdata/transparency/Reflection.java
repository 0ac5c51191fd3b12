import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All that reflection tells of a program's classes, in the order in which it tells it. */
public class Reflection {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {
        String value() default "";
    }

    static class Base<T> {
        public int visible = 1;
        protected T generic;
        private long hidden = 2;
        static volatile int shared;
        final int[] elements = {1, 2, 3};
        transient double skipped;

        public Base() {}

        protected Base(int visible) {
            this.visible = visible;
        }

        public synchronized T swap(T other) throws IllegalStateException {
            T before = generic;
            generic = other;
            return before;
        }

        private static String secret(Map<String, ? extends List<int[]>> map) {
            return "secret of " + map.size();
        }
    }

    @Marked("derived")
    static class Derived extends Base<String> implements Comparable<Derived> {
        @Marked String marked;
        public int visible = 10;

        @Override
        public int compareTo(Derived other) {
            return Integer.compare(visible, other.visible);
        }

        @Override
        public String swap(String other) {
            return super.swap(other);
        }
    }

    interface Shape {
        int SIDES = compute();
        Object LOCK = new Object();

        static int compute() {
            return 4;
        }

        default double area() {
            return 0;
        }
    }

    record Pair(@Marked("first") int first, String... rest) implements Shape {
        static int made;

        Pair {
            made++;
        }
    }

    enum Level {
        LOW(1),
        HIGH(9) {
            @Override
            int value() {
                return super.value() * 10;
            }
        };

        private final int value;
        int reads;

        Level(int value) {
            this.value = value;
        }

        int value() {
            reads++;
            return value;
        }
    }

    sealed interface Node permits Leaf, Branch {}

    record Leaf(int value) implements Node {}

    static final class Branch implements Node {
        Node left;
        Node right;
    }

    class Inner {
        int captured = field;
    }

    int field = 3;

    public static void main(String[] args) throws Exception {
        Runnable anonymous = new Runnable() {
            int runs;

            @Override
            public void run() {
                runs++;
            }
        };
        for (Class<?> type : List.of(
                Base.class, Derived.class, Shape.class, Pair.class, Level.class, Level.HIGH.getClass(), Node.class,
                Leaf.class, Branch.class, Inner.class, anonymous.getClass(), Reflection.class, Marked.class)) {
            describe(type);
        }
        use();
        exceptions();
    }

    private static void describe(Class<?> type) {
        System.out.println(type.toGenericString() + " modifiers " + Integer.toHexString(type.getModifiers()));
        System.out.println("  super " + type.getGenericSuperclass() + " " + Arrays.toString(type.getGenericInterfaces()));
        print("declared field", sorted(type.getDeclaredFields()));
        print("field", sorted(type.getFields()));
        print("declared method", sorted(type.getDeclaredMethods()));
        print("declared constructor", sorted(type.getDeclaredConstructors()));
        System.out.println("  in order " + Arrays.stream(type.getDeclaredFields()).map(Field::getName).toList());
        System.out.println("  public methods " + (type.getMethods().length));
        System.out.println("  nest " + type.getNestHost() + " members " + type.getNestMembers().length);
        System.out.println("  classes " + Arrays.stream(type.getDeclaredClasses()).map(Class::getName).sorted().toList());
        System.out.println("  annotations " + annotations(type));
        if (type.isRecord()) {
            for (var component : type.getRecordComponents()) {
                System.out.println("  component " + component + " " + annotations(component) + " " + component.getAccessor());
            }
        }
        if (type.isEnum()) {
            System.out.println("  constants " + Arrays.toString(type.getEnumConstants()));
        }
        if (type.isSealed()) {
            System.out.println("  permits " + Arrays.toString(type.getPermittedSubclasses()));
        }
        if (type.getEnclosingMethod() != null) {
            System.out.println("  enclosed by " + type.getEnclosingMethod());
        }
    }

    /** Methods come in no particular order from the JVM. */
    private static <T extends Member> List<T> sorted(T[] members) {
        List<T> sorted = new ArrayList<>(List.of(members));
        sorted.sort(Comparator.comparing(Object::toString));
        return sorted;
    }

    private static void print(String what, List<? extends Member> members) {
        for (Member member : members) {
            String generic = member instanceof Field field ? field.toGenericString() : ((Executable) member).toGenericString();
            String synthetic = member.isSynthetic() ? " synthetic" : "";
            System.out.println("  " + what + " " + generic + synthetic + " " + Integer.toHexString(member.getModifiers())
                    + " " + annotations((AnnotatedElement) member));
        }
    }

    private static List<String> annotations(AnnotatedElement element) {
        return Arrays.stream(element.getAnnotations()).map(Object::toString).sorted().toList();
    }

    private static void use() throws Exception {
        Derived derived = new Derived();
        Map<String, Object> values = new TreeMap<>();
        for (Class<?> type = Derived.class; type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                field.setAccessible(true);
                Object value = field.get(Modifier.isStatic(field.getModifiers()) ? null : derived);
                values.put(type.getSimpleName() + "." + field.getName(), value instanceof int[] array ? Arrays.toString(array) : value);
            }
        }
        System.out.println(values);

        Field hidden = Base.class.getDeclaredField("hidden");
        hidden.setAccessible(true);
        hidden.setLong(derived, 99);
        System.out.println("hidden " + hidden.getLong(derived));
        Method swap = Base.class.getMethod("swap", Object.class);
        System.out.println("swapped " + swap.invoke(derived, "new") + " then " + swap.invoke(derived, "newer"));
        Constructor<Pair> canonical = Pair.class.getDeclaredConstructor(int.class, String[].class);
        System.out.println(canonical.newInstance(7, new String[0]).first() + " made " + Pair.made);
        Object array = Array.newInstance(Level.class, 2);
        Array.set(array, 1, Level.HIGH);
        System.out.println(Arrays.toString((Level[]) array) + " " + Level.HIGH.value() + " " + Level.valueOf("LOW").value());
    }

    private static void exceptions() throws Exception {
        try {
            Base.class.getDeclaredField("missing");
        } catch (NoSuchFieldException expected) {
            System.out.println(expected);
        }
        try {
            Base.class.getMethod("secret", Map.class);
        } catch (NoSuchMethodException expected) {
            System.out.println(expected);
        }
        try {
            Derived.class.getDeclaredMethod("compareTo", Derived.class).invoke(new Derived(), (Object) null);
        } catch (InvocationTargetException expected) {
            System.out.println(expected.getCause().getMessage());
        }
        try {
            Field first = Pair.class.getDeclaredField("first");
            first.setAccessible(true);
            first.setInt(new Pair(1), 2);
        } catch (IllegalAccessException expected) {
            System.out.println(expected.getMessage());
        }
    }
}
