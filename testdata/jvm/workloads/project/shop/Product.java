package shop;

import java.util.Objects;

/** A record with a compact constructor, a nested enum with bodies, and a static factory. */
public record Product(String name, int cents, Kind kind) implements Comparable<Product> {
    public enum Kind {
        BOOK {
            @Override
            int tax(int cents) {
                return cents * 7 / 100;
            }
        },
        GADGET {
            @Override
            int tax(int cents) {
                return cents * 19 / 100;
            }
        };

        abstract int tax(int cents);
    }

    public Product {
        Objects.requireNonNull(name);
        if (cents < 0) {
            throw new IllegalArgumentException("negative price: " + cents + " for " + name);
        }
    }

    public static Product book(String name, int cents) {
        return new Product(name, cents, Kind.BOOK);
    }

    public int withTax() {
        return cents + kind.tax(cents);
    }

    @Override
    public int compareTo(Product other) {
        int byPrice = Integer.compare(withTax(), other.withTax());
        return byPrice != 0 ? byPrice : name.compareTo(other.name);
    }
}
