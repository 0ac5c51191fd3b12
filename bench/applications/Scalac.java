package applications;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import measured.Measured;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.internal.util.BatchSourceFile;
import scala.reflect.internal.util.SourceFile;
import scala.reflect.io.AbstractFile;
import scala.reflect.io.VirtualDirectory;
import scala.runtime.BoxedUnit;
import scala.tools.nsc.Global;
import scala.tools.nsc.Settings;
import scala.tools.nsc.reporters.StoreReporter;

/**
 * The Scala compiler, itself a Scala program, on SIZE generated sources: a compiler for each thread, which share what it
 * keeps for all of them. What they compile to is then loaded and run.
 */
public final class Scalac extends Driver {
    private static final int QUICK = 2;
    private static final int FULL = 24;

    private VirtualDirectory[] outputs;

    private Scalac(Measured measured) {
        super(measured);
    }

    public static void main(String[] args) throws Exception {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        new Scalac(measured).measure(measured);
    }

    @Override
    void begin() {
        outputs = new VirtualDirectory[threads];
        for (int i = 0; i < threads; i++) {
            outputs[i] = new VirtualDirectory("classes" + i, Option.empty());
        }
    }

    @Override
    void work(int worker) {
        Settings settings = new Settings(wrong -> {
            Measured.fail("the settings: " + wrong);
            return BoxedUnit.UNIT;
        });
        settings.processArgumentString("-usejavacp");
        settings.outputDirs().setSingleOutput(outputs[worker]);
        StoreReporter reporter = new StoreReporter(settings);
        Global compiler = new Global(settings, reporter);
        for (int i = worker; i < size; i += threads) {
            SourceFile source = new BatchSourceFile("Made" + i + ".scala", CollectionConverters.asScala(toList(source(i))).toSeq());
            Global.Run run = compiler.new Run();
            run.compileSources(CollectionConverters.asScala(List.of(source)).toList());
            require("the errors in source", i, reporter.hasErrors(), false);
        }
        compiler.close();
    }

    private static List<Object> toList(String text) {
        return text.chars().<Object>mapToObj(letter -> (char) letter).toList();
    }

    private static String source(int number) {
        return """
                package made
                import scala.collection.mutable
                object Made%1$d {
                  sealed trait Shape { def area: Long }
                  final case class Square(side: Long) extends Shape { def area = side * side }
                  final case class Row(parts: List[Shape]) extends Shape { def area = parts.map(_.area).sum }
                  implicit class Growing[S <: Shape](val shape: S) extends AnyVal { def grown: Row = Row(List(shape, Square(%1$d))) }
                  def describe(shape: Shape): String = shape match {
                    case Square(side) if side > 3 => s"large $side"
                    case Square(side) => s"small $side"
                    case Row(first :: _) => "row of " + describe(first)
                    case Row(Nil) => "nothing"
                  }
                  def count[K, V](items: Seq[V])(key: V => K)(implicit order: Ordering[K]): List[(K, Int)] = {
                    val counts = mutable.HashMap.empty[K, Int]
                    for (item <- items) counts.update(key(item), counts.getOrElse(key(item), 0) + 1)
                    counts.toList.sortBy(_._1)
                  }
                  lazy val table = (for { i <- 1 to 10; j <- 1 to i if (i + j) %% 2 == 0 } yield i -> j).toVector
                  def result(): Long = {
                    val shapes = (1 to 5).map(i => Square(i).grown)
                    val lengths = count(shapes.map(describe))(_.length)
                    shapes.map(_.area).sum + lengths.map(_._2).sum * 1000 + table.size
                  }
                }
                """.formatted(number);
    }

    private static long result(int number) {
        return 55 + 5L * number * number + 5 * 1000 + 30;
    }

    @Override
    void verify() throws Exception {
        Compiled compiled = new Compiled();
        for (VirtualDirectory output : outputs) {
            compiled.collect(output, "");
        }
        for (int i = 0; i < size; i++) {
            Object result = compiled.loadClass("made.Made" + i).getMethod("result").invoke(null);
            require("the result of source", i, result, result(i));
        }
    }

    private static final class Compiled extends ClassLoader {
        private final Map<String, byte[]> classes = new HashMap<>();

        Compiled() {
            super(Scalac.class.getClassLoader());
        }

        void collect(AbstractFile directory, String prefix) throws IOException {
            for (AbstractFile file : CollectionConverters.asJava(directory)) {
                if (file.isDirectory()) {
                    collect(file, prefix + file.name() + ".");
                } else {
                    classes.put(prefix + file.name().replace(".class", ""), file.toByteArray());
                }
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
