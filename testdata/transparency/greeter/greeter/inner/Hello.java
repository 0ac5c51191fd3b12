package greeter.inner;

import java.util.function.Supplier;

/** In a package that is not exported. */
public class Hello implements Supplier<String> {
    private static int asked;

    @Override
    public String get() {
        return "hello " + ++asked;
    }
}
