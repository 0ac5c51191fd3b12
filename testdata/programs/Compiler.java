//@ jars: org.eclipse.jdt:ecj:3.41.0
//@ since: 17
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.security.MessageDigest;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;

/** The Eclipse compiler: three compilations at once; what comes out is the same to the byte, and runs. */
public class Compiler {
    public static void main(String[] args) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(3);
        List<Future<String>> results = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int own = i;
            results.add(workers.submit(() -> compile(own)));
        }
        for (Future<String> result : results) {
            System.out.println(result.get());
        }
        workers.shutdown();
    }

    private static String source(int own) {
        return """
                package made;
                import java.util.*;
                import java.util.function.*;
                import java.util.stream.*;
                public class Program%d<T extends Comparable<T>> implements Supplier<String> {
                    record Entry(String name, int value) {}
                    enum Mode { FAST { int cost() { return 1; } }, SLOW; int cost() { return 10 * ordinal(); } }
                    sealed interface Tree permits Leaf, Node {}
                    record Leaf(int value) implements Tree {}
                    record Node(Tree left, Tree right) implements Tree {}
                    private int state = %d;
                    private final long[] table = new long[32];
                    static int sum(Tree tree) {
                        if (tree instanceof Leaf leaf) return leaf.value();
                        return tree instanceof Node node ? sum(node.left()) + sum(node.right()) : 0;
                    }
                    static Tree tree(int depth) { return depth == 0 ? new Leaf(depth + 1) : new Node(tree(depth - 1), tree(depth - 1)); }
                    synchronized int next() { try { return state++; } finally { table[state %% 32] += state; } }
                    String word(String key) {
                        return switch (key) { case "one" -> "eins"; case "two" -> "zwei"; default -> { int length = key.length(); yield "?" + length; } };
                    }
                    public String get() {
                        for (int i = 0; i < 100; i++) next();
                        List<Entry> entries = IntStream.range(0, 10).mapToObj(i -> new Entry("e" + i, i * state)).collect(Collectors.toList());
                        String text = \"""
                            block \\
                            text\""";
                        return text + sum(tree(6)) + word("one") + word("three") + entries.stream().mapToInt(Entry::value).sum()
                            + Arrays.stream(Mode.values()).map(mode -> mode + "=" + mode.cost()).collect(Collectors.joining(",")) + LongStream.of(table).sum();
                    }
                }
                class Wrong%d { int missing() { String unused; return undefined + 1 } }
                """.formatted(own, own * 100, own);
    }

    private static String compile(int own) throws Exception {
        Path directory = Files.createTempDirectory("compiler");
        try {
            Path file = directory.resolve("Program" + own + ".java");
            Files.writeString(file, source(own));
            String broken = batch(directory, file).replace(directory.toString(), "DIR");
            Files.writeString(file, source(own).replaceAll("class Wrong.*", ""));
            String good = batch(directory, file).replace(directory.toString(), "DIR");
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path path : (Iterable<Path>) files.filter(path -> path.toString().endsWith(".class")).sorted()::iterator) {
                    digest.update(Files.readAllBytes(path));
                }
            }
            try (URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
                Object made = loader.loadClass("made.Program" + own).getDeclaredConstructor().newInstance();
                return broken + good + HexFormat.of().formatHex(digest.digest()) + "\n" + ((java.util.function.Supplier<?>) made).get();
            }
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
            }
        }
    }

    private static String batch(Path directory, Path file) {
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        boolean done = BatchCompiler.compile(new String[] {"-17", "-g", "-d", directory.toString(), file.toString()}, out, out, null);
        return "compiled " + done + "\n" + said;
    }
}
