import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Links every class of the runtime image, each by the loader of its own module. */
class RuntimeClasses {
    static void link(List<String> besides, List<String> lines) throws IOException {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        try (Stream<Path> files = Files.walk(modules)) {
            files.map(file -> modules.relativize(file).toString())
                    .filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
                    .sorted()
                    .forEach(name -> {
                        int slash = name.indexOf('/');
                        String className = name.substring(slash + 1, name.length() - ".class".length());
                        lines.add(line(name.substring(0, slash), className.replace('/', '.')));
                    });
        }
        besides.forEach(name -> lines.add(line("java.base", name)));
    }

    private static String line(String moduleName, String className) {
        Optional<Module> module = ModuleLayer.boot().findModule(moduleName);
        String outcome = module.isEmpty() ? "its module is not in the boot layer" : outcome(module.get(), className);
        return moduleName + "!" + className + " " + outcome;
    }

    private static String outcome(Module module, String className) {
        return LinkAll.outcome(() -> {
            // Neither loads by a parent nor initialises; null stands for a class that is not there.
            Class<?> loaded = Class.forName(module, className);
            if (loaded == null) {
                throw new ClassNotFoundException(className);
            }
            return loaded;
        });
    }
}
