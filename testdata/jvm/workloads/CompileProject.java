import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles the project in the given directory to memory, and prints each class with its size and checksum. */
public class CompileProject {
    public static void main(String[] args) throws IOException {
        List<Path> sources;
        try (Stream<Path> files = Files.walk(Path.of(args[0]))) {
            sources = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> classes = new TreeMap<>();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            JavaFileManager toMemory = new ToMemory(files, classes);
            List<String> options = List.of("-proc:none", "-Xlint:all", "-g");
            boolean compiled = compiler.getTask(
                    null, toMemory, null, options, null, files.getJavaFileObjectsFromPaths(sources)).call();
            System.out.println(compiled ? "compiled" : "failed");
        }
        classes.forEach((name, bytes) -> {
            CRC32 sum = new CRC32();
            sum.update(bytes.toByteArray());
            System.out.printf("%s %d %08x%n", name, bytes.size(), sum.getValue());
        });
    }

    private static class ToMemory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes;

        ToMemory(JavaFileManager files, Map<String, ByteArrayOutputStream> classes) {
            super(files);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:/" + name.replace('.', '/') + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    classes.put(name, bytes);
                    return bytes;
                }
            };
        }
    }
}
