package shop;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Generics with bounds and wildcards, inner and anonymous classes, lambdas that capture, method references. */
public class Stock<P extends Product & Comparable<Product>> implements Iterable<P>, AutoCloseable {
    private final Map<String, Deque<P>> shelves = new HashMap<>();
    private volatile boolean closed;
    private int changes;

    @SafeVarargs
    public final synchronized void add(P... products) {
        for (P product : products) {
            shelves.computeIfAbsent(product.name(), name -> new ArrayDeque<>()).push(product);
            changes++;
        }
    }

    public <R> R reduce(R start, BiFunction<? super R, ? super P, ? extends R> step) {
        R result = start;
        for (P product : this) {
            result = step.apply(result, product);
        }
        return result;
    }

    public Map<Boolean, List<String>> split(Predicate<? super P> test) {
        synchronized (this) {
            return shelves.values().stream()
                    .flatMap(Deque::stream)
                    .sorted(Collections.reverseOrder())
                    .collect(Collectors.partitioningBy(test, Collectors.mapping(Product::name, Collectors.toList())));
        }
    }

    public P take(String name, Supplier<? extends RuntimeException> otherwise) {
        Deque<P> shelf = shelves.get(name);
        try {
            return shelf.pop();
        } catch (NullPointerException | NoSuchElementException e) {
            throw otherwise.get();
        } finally {
            changes++;
        }
    }

    @Override
    public Iterator<P> iterator() {
        return new Iterator<>() {
            private final Iterator<Deque<P>> outer = shelves.values().iterator();
            private Iterator<P> inner = Collections.emptyIterator();

            @Override
            public boolean hasNext() {
                while (!inner.hasNext() && outer.hasNext()) {
                    inner = outer.next().iterator();
                }
                return inner.hasNext();
            }

            @Override
            public P next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return inner.next();
            }
        };
    }

    @Override
    public void close() {
        closed = true;
    }

    class Counter {
        int unread() {
            return closed ? 0 : changes;
        }
    }
}
