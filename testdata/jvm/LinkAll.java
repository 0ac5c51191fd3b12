import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Links every class of the runtime, or every class of some jars, and prints a line for each: where it is, an exclamation
 * mark, its name, and after a space what came of it.
 *
 * <pre>
 *   LinkAll runtime [CLASS...]      every class of the runtime image; CLASSes are looked up in java.base besides
 *   LinkAll jars JAR...             every class file of each jar; a class that a jar lacks may come from another one
 * </pre>
 *
 * Nothing is initialised: a class may do anything at all when it is.
 */
public class LinkAll {
    public static void main(String[] args) throws IOException {
        List<String> lines = new ArrayList<>();
        List<String> rest = List.of(args).subList(1, args.length);
        switch (args[0]) {
            case "runtime" -> RuntimeClasses.link(rest, lines);
            case "jars" -> JarClasses.link(rest.stream().map(Path::of).toList(), lines);
            default -> throw new IllegalArgumentException("LinkAll runtime|jars, not " + args[0]);
        }
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        lines.forEach(out::println);
        out.flush();
        // The runtime has classes that start threads when they are merely looked at by another's initialiser.
        System.exit(0);
    }

    interface Loading {
        Class<?> load() throws Throwable;
    }

    /** Links what is loaded, and says "ok" or what went wrong. */
    static String outcome(Loading loading) {
        try {
            link(loading.load());
            return "ok";
        } catch (NoClassDefFoundError e) {
            // Which of several missing classes is missed first depends on the order of methods in memory.
            return e.getClass().getName();
        } catch (LinkageError e) {
            return e.getClass().getName() + ": " + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        } catch (Throwable e) {
            return e.getClass().getName();
        }
    }

    /**
     * Asking for declared members links a class, verification included, and does not initialise it. The members' own types
     * are resolved after that and may be missing, hence the members that have the fewest.
     */
    private static void link(Class<?> loaded) {
        if (loaded.isInterface()) {
            loaded.getDeclaredFields();
        } else {
            loaded.getDeclaredConstructors();
        }
    }
}
