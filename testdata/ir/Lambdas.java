/** Lambdas and method references of every kind, each with the method that runs in the end. */
import java.util.List;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

class Lambdas { //~ invokespecial <init>
    int balance;

    static Runnable plain() {
        return () -> System.gc(); //~ lambda run -> lambda$plain static; invokestatic gc
    }

    static Supplier<String> captures(String text) {
        return () -> text; //~ lambda get -> lambda$captures static
    }

    /** What it captures is the object, not the field. */
    Runnable capturesThis() {
        return () -> balance++; //~ lambda run -> lambda$capturesThis virtual; getfield balance; putfield balance
    }

    static IntBinaryOperator toStatic() {
        return Math::max; //~ lambda applyAsInt -> max static
    }

    static ToIntFunction<String> unbound() {
        return String::length; //~ lambda applyAsInt -> length virtual
    }

    /** The receiver is taken, and checked, where the reference is made. */
    static Supplier<String> bound(String text) {
        return text::trim; //~ invokestatic requireNonNull; lambda get -> trim virtual
    }

    static ToIntFunction<List<String>> ofInterface() {
        return List::size; //~ lambda applyAsInt -> size interface
    }

    static Supplier<StringBuilder> constructor() {
        return StringBuilder::new; //~ lambda get -> new java.lang.StringBuilder
    }

    /** There is no constructor of arrays to point at, so the compiler writes one. */
    static IntFunction<int[]> arrayConstructor() {
        return int[]::new; //~ lambda apply -> lambda$arrayConstructor static
    }

    /** A call of the superclass's method needs a method of this class as well. */
    Supplier<String> ofSuper() {
        return super::toString; //~ lambda get -> lambda$ofSuper virtual; invokespecial toString
    }

    static Function<Object[], List<Object>> variableArity() {
        return List::of; //~ lambda apply -> of static
    }
}
