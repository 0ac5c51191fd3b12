import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Classes that no loader knows by name. */
public class HiddenClasses {
    public static void main(String[] args) throws Throwable {
        byte[] bytes;
        try (InputStream in = HiddenClasses.class.getResourceAsStream("HiddenTemplate.class")) {
            bytes = in.readAllBytes();
        }
        Lookup lookup = MethodHandles.lookup();
        for (int i = 0; i < 3; i++) {
            Lookup inside = i == 0
                    ? lookup.defineHiddenClass(bytes, true)
                    : lookup.defineHiddenClass(bytes, false, Lookup.ClassOption.NESTMATE, Lookup.ClassOption.STRONG);
            Class<?> hidden = inside.lookupClass();
            System.out.println(hidden.isHidden() + " " + hidden.getName().replaceAll("0x[0-9a-f]+", "0x") + " "
                    + hidden.getNestHost().getName().replaceAll("0x[0-9a-f]+", "0x") + " " + hidden.getSimpleName().replaceAll("0x[0-9a-f]+", "0x"));
            System.out.println(Arrays.toString(Arrays.stream(hidden.getDeclaredFields()).map(field -> field.getName()).toArray()));
            IntUnaryOperator made = (IntUnaryOperator) hidden.getDeclaredConstructor().newInstance();
            System.out.println(made.applyAsInt(2) + " " + made.applyAsInt(3));
            MethodHandle secret = inside.findVirtual(hidden, "secret", MethodType.methodType(String.class, String.class));
            System.out.println(secret.invoke(made, "secret "));
            try {
                made.applyAsInt(-1);
            } catch (IllegalArgumentException expected) {
                System.out.println(expected.getMessage() + " " + expected.getStackTrace().length);
            }
            try {
                Class.forName(hidden.getName());
            } catch (ClassNotFoundException expected) {
                System.out.println("not to be found");
            }
        }
        System.out.println("the template itself: " + HiddenTemplate.made + " " + new HiddenTemplate().applyAsInt(1));
        unloaded(lookup, bytes);
    }

    /** What keeps a class alive must not be the tool. */
    private static void unloaded(Lookup lookup, byte[] bytes) throws Exception {
        WeakReference<Class<?>> gone = use(lookup, bytes);
        for (int i = 0; i < 100 && gone.get() != null; i++) {
            System.gc();
            Thread.sleep(20);
        }
        System.out.println("unloaded " + (gone.get() == null));
    }

    private static WeakReference<Class<?>> use(Lookup lookup, byte[] bytes) throws Exception {
        Class<?> hidden = lookup.defineHiddenClass(bytes, true).lookupClass();
        ((IntUnaryOperator) hidden.getDeclaredConstructor().newInstance()).applyAsInt(1);
        return new WeakReference<>(hidden);
    }
}

/** Not nested: a hidden class cannot be the one that its outer class names. */
class HiddenTemplate implements IntUnaryOperator {
    static int made;
    static final int[] history = new int[8];
    int calls;
    private long secret = 40;

    public HiddenTemplate() {
        made++;
    }

    @Override
    public int applyAsInt(int value) {
        history[calls] = value;
        calls++;
        secret += value;
        if (value < 0) {
            throw new IllegalArgumentException("negative: " + value);
        }
        return (int) secret + made;
    }

    private String secret(String before) {
        return before + secret;
    }
}
