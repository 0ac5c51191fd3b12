package shop;

import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Ties the project together; it is compiled, never run. */
public class Main {
    interface Greeting<T> {
        String greet(T whom) throws Exception;
    }

    public static void main(String... args) throws Exception {
        Greeting<Object> greeting = whom -> "hello " + whom + ' ' + args.length + 1.5f + 'c' + null;
        System.out.println(greeting.greet("you"));
        try (Stock<Product> stock = new Stock<>()) {
            stock.add(Product.book("a", 100), Product.book("b", 200), new Product("c", 5, Product.Kind.GADGET));
            AtomicInteger seen = new AtomicInteger();
            int total = stock.reduce(0, (sum, product) -> {
                seen.incrementAndGet();
                return sum + product.withTax();
            });
            System.out.println(total + " " + seen + " " + stock.split(p -> p.cents() > 50));
            Stock<Product>.Counter counter = stock.new Counter();
            System.out.println(counter.unread());
            stock.take("z", IllegalStateException::new);
        } catch (IllegalStateException e) {
            System.out.println(e.getSuppressed().length);
        }
        System.out.println(IntStream.rangeClosed(1, 9)
                .mapToObj(i -> i % 2 == 0 ? "circle " + i : "box " + i)
                .map(Shape::parse)
                .max(Comparator.comparingDouble(Shape::area))
                .orElseThrow());
        assert new Matrix(2, 2).times(new Matrix(2, 2)).checksum() != 0 : "zero";
    }
}
