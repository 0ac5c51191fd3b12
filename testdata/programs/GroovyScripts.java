//@ jars: org.apache.groovy:groovy:4.0.26
//@ since: 17
import groovy.lang.Binding;
import groovy.lang.GroovyClassLoader;
import groovy.lang.GroovyShell;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.codehaus.groovy.control.CompilationFailedException;

/** Groovy: scripts compiled and run in four threads, with their dynamic calls. */
public class GroovyScripts {
    private static final String SCRIPT = """
            class Account {
                String owner
                BigDecimal balance = 0
                List<String> log = []
                def deposit(amount) { balance += amount; log << "deposit ${amount}".toString(); this }
                def propertyMissing(String name) { "no ${name}" }
            }
            enum Level { LOW, HIGH }
            def account = new Account(owner: "owner $number")
            (1..10).each { account.deposit(it * number) }
            def fib
            fib = { n -> n < 2 ? n : fib(n - 1) + fib(n - 2) }
            def grouped = (1..20).groupBy { it % 3 }.collectEntries { k, v -> [k, v.sum()] }
            def caught
            try { account.deposit(null) } catch (e) { caught = e.class.simpleName }
            "${account.owner} ${account.balance} ${account.log.size()} ${account.nothing} ${fib(12)} ${grouped} ${Level.values()*.name()} ${caught} ${account.with { it.balance > 50 ? 'rich' : 'poor' }}".toString()
            """;

    public static void main(String[] args) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(4);
        List<Future<String>> results = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int number = i;
            results.add(workers.submit(() -> {
                Binding binding = new Binding();
                binding.setVariable("number", number);
                return (String) new GroovyShell(binding).evaluate(SCRIPT, "Script" + number + ".groovy");
            }));
        }
        for (Future<String> result : results) {
            System.out.println(result.get());
        }
        workers.shutdown();
        try (GroovyClassLoader loader = new GroovyClassLoader()) {
            Class<?> made = loader.parseClass("class Made { int value = 4; static int shared; int next() { shared++; value *= 2 } }", "Made.groovy");
            Object object = made.getDeclaredConstructor().newInstance();
            for (int i = 0; i < 3; i++) {
                System.out.println(made.getMethod("next").invoke(object));
            }
        }
        try {
            new GroovyShell().parse("def x = (", "Broken.groovy");
        } catch (CompilationFailedException expected) {
            System.out.println(expected.getMessage());
        }
        try {
            new GroovyShell().evaluate("[1, 2].nothing()", "Missing.groovy");
        } catch (groovy.lang.MissingMethodException expected) {
            // What it proposes instead is in the order in which reflection gives methods.
            System.out.println(expected.getMessage().lines().findFirst().orElse(""));
            StackTraceElement[] stack = expected.getStackTrace();
            for (StackTraceElement element : stack) {
                if (String.valueOf(element.getFileName()).endsWith(".groovy")) {
                    System.out.println(element);
                }
            }
        }
    }
}
