import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * Links every class file of some jars, wherever in the jar it lies, jars inside jars included.
 *
 * <p>The class files of a jar fall into layers by what stands before the class's own name in their path: nothing for
 * most, {@code META-INF/versions/11/}, {@code BOOT-INF/classes/} or {@code Lib/} for others. Each layer has a loader of its
 * own, that finds a class in its layer, else in the jar's plain one, else in any of the jars.
 */
class JarClasses {
    /** The class files of a jar by layer, then by the Java name of the class. */
    record Jar(String name, Map<String, Map<String, byte[]>> layers) {
        Map<String, byte[]> plain() {
            return layers.getOrDefault("", Map.of());
        }
    }

    static void link(List<Path> paths, List<String> lines) throws IOException {
        List<Jar> jars = new ArrayList<>();
        for (Path path : paths) {
            jars.addAll(read(path));
        }
        Map<String, byte[]> anywhere = new HashMap<>();
        jars.forEach(jar -> jar.plain().forEach(anywhere::putIfAbsent));
        for (Jar jar : jars) {
            jar.layers().forEach((prefix, layer) -> {
                Loader loader = new Loader(List.of(layer, jar.plain(), anywhere));
                String where = jar.name() + (prefix.isEmpty() ? "!" : "!" + prefix + "!");
                for (String name : layer.keySet()) {
                    String outcome = LinkAll.outcome(() -> Class.forName(name, false, loader));
                    lines.add(where + name + " " + outcome);
                }
            });
        }
    }

    /** The jar at a path, and those inside it. */
    private static List<Jar> read(Path path) throws IOException {
        List<Jar> jars = new ArrayList<>();
        Jar outer = new Jar(path.getFileName().toString(), new TreeMap<>());
        jars.add(outer);
        // By its directory, not as a stream: an executable jar starts with a shell script.
        try (ZipFile zip = new ZipFile(path.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                try (InputStream in = zip.getInputStream(entry)) {
                    if (entry.getName().endsWith(".jar")) {
                        jars.add(readNested(outer.name() + "!" + entry.getName(), in));
                    } else {
                        add(outer, entry.getName(), in);
                    }
                }
            }
        }
        return jars;
    }

    private static Jar readNested(String name, InputStream in) throws IOException {
        Jar jar = new Jar(name, new TreeMap<>());
        ZipInputStream zip = new ZipInputStream(in);
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            add(jar, entry.getName(), zip);
        }
        return jar;
    }

    private static void add(Jar jar, String path, InputStream in) throws IOException {
        if (!path.endsWith(".class") || path.endsWith("module-info.class")) {
            return;
        }
        byte[] file = in.readAllBytes();
        String name = ClassName.of(file);
        // A file whose path says nothing of its class's name is a layer by itself.
        String layer = path.endsWith(name + ".class")
                ? path.substring(0, path.length() - name.length() - ".class".length())
                : path;
        jar.layers().computeIfAbsent(layer, l -> new TreeMap<>()).put(name.replace('/', '.'), file);
    }

    private static class Loader extends ClassLoader {
        private final List<Map<String, byte[]>> places;

        Loader(List<Map<String, byte[]>> places) {
            super(ClassLoader.getPlatformClassLoader());
            this.places = places;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            for (Map<String, byte[]> place : places) {
                byte[] file = place.get(name);
                if (file != null) {
                    return defineClass(name, file, 0, file.length);
                }
            }
            throw new ClassNotFoundException(name);
        }
    }
}
