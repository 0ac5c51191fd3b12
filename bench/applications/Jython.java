package applications;

import java.util.Properties;
import measured.Measured;
import org.python.core.PyCode;
import org.python.core.PyStringMap;
import org.python.util.PythonInterpreter;

/**
 * Jython running SIZE Python scripts: each in an interpreter of its own, all of them the same compiled code and the same
 * types of the language.
 */
public final class Jython extends Driver {
    private static final int QUICK = 100;
    private static final int FULL = 400;

    private static final String SCRIPT = """
            class Shape(object):
                def __init__(self, side):
                    self.side = side
                def area(self):
                    return self.side * self.side

            class Box(Shape):
                def area(self):
                    return 6 * Shape.area(self)

            def primes(limit):
                sieve = [True] * limit
                for i in range(2, limit):
                    if sieve[i]:
                        yield i
                        for j in range(i * i, limit, i):
                            sieve[j] = False

            def fib(n):
                return n if n < 2 else fib(n - 1) + fib(n - 2)

            words = {}
            for i in range(2000):
                word = 'w%d' % (i * seed % 97)
                words[word] = words.get(word, 0) + 1
            joined = ','.join(sorted(words, key=lambda w: (words[w], w)))

            def failing(n):
                try:
                    return 10 / n
                except ZeroDivisionError:
                    return -1

            result = (sum(primes(3000)) + fib(14) + len(joined) + sum(words.values())
                      + sum(s.area() for s in [Shape(seed), Box(2), Shape(3)]) + failing(0))
            """;

    private PyCode code;
    private final long[] sums;

    private Jython(Measured measured) {
        super(measured);
        sums = new long[threads];
    }

    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("python.import.site", "false");
        properties.setProperty("python.cachedir.skip", "true");
        PythonInterpreter.initialize(System.getProperties(), properties, new String[0]);
        Measured measured = Measured.arguments(args, QUICK, FULL);
        new Jython(measured).measure(measured);
    }

    @Override
    void begin() {
        try (PythonInterpreter interpreter = new PythonInterpreter()) {
            code = interpreter.compile(SCRIPT, "script.py");
        }
    }

    @Override
    void work(int worker) {
        long sum = 0;
        for (int i = worker; i < size; i += threads) {
            try (PythonInterpreter interpreter = PythonInterpreter.threadLocalStateInterpreter(new PyStringMap())) {
                interpreter.set("seed", seed(i));
                interpreter.exec(code);
                sum += interpreter.get("result").asLong();
            }
        }
        sums[worker] = sum;
    }

    private static int seed(int number) {
        return 1 + number % 7;
    }

    @Override
    void verify() {
        long sum = 0;
        for (long part : sums) {
            sum += part;
        }
        long expected = 0;
        for (int i = 0; i < size; i++) {
            expected += result(seed(i));
        }
        require("the sum of all results", sum, expected);
    }

    /** What the script computes, by other means. */
    private static long result(int seed) {
        long primes = 0;
        for (int i = 2; i < 3000; i++) {
            boolean isPrime = true;
            for (int j = 2; j * j <= i; j++) {
                isPrime &= i % j != 0;
            }
            primes += isPrime ? i : 0;
        }
        // The seeds have no factor in common with 97: all 97 words come up, ten of them with one digit.
        int joined = 10 * 2 + 87 * 3 + 96;
        long areas = (long) seed * seed + 6 * 4 + 9;
        return primes + 377 + joined + 2000 + areas - 1;
    }
}
